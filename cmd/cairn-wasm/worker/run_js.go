package worker

import (
	"errors"
	"syscall/js"
)

var errNoText = errors.New("a question is one text")

// Run sets the global function and never returns.
func (w *Worker[Q]) Run() {
	w.Offer()
	select {} // the function answers from now on
}

// Offer sets the global function.
func (w *Worker[Q]) Offer() {
	js.Global().Set(w.Name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return w.refuse(errNoText)
		}
		return w.Ask(args[0].String())
	}))
}
