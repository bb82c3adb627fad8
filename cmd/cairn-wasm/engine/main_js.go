package main

import (
	"syscall/js"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/rules"
)

func main() {
	rules.Program().Offer()
	global := js.Global()
	if global.Get("cairnEvent").IsUndefined() {
		select {} // a worker that wants the rules alone
	}
	s := newService(func(e *message.EngineEvent) { global.Call("cairnEvent", textOf(e)) }, yielder(), time.Now)
	global.Set("cairnEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 1 && args[0].Type() == js.TypeString {
			s.enqueue(args[0].String())
		}
		return nil
	}))
	s.send(&message.EngineEvent{Ready: true})
	s.run()
}

// yielder returns a function that lets the browser's event loop run once: it
// returns when a message posted to itself arrives, which takes a fraction of a
// millisecond. Hosts without message channels get a timer, which browsers delay
// by four milliseconds.
func yielder() func() {
	made := js.Global().Get("MessageChannel")
	if made.IsUndefined() {
		return func() { time.Sleep(time.Millisecond) }
	}
	channel := made.New()
	woken := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		woken <- struct{}{}
		return nil
	}))
	other := channel.Get("port2")
	return func() {
		other.Call("postMessage", 0)
		<-woken
	}
}
