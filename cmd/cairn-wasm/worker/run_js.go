package worker

import (
	"errors"
	"syscall/js"
)

var errNoText = errors.New("a question is one text")

// Run sets the global function and never returns.
func (w *Worker[Q]) Run() {
	js.Global().Set(w.Name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return w.refuse(errNoText)
		}
		return w.Ask(args[0].String())
	}))
	select {} // the function above answers from now on
}
