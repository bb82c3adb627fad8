package main

import (
	"errors"
	"syscall/js"
)

var errNoText = errors.New("a question is one text")

func main() {
	js.Global().Set("cairnRules", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return encode(nil, errNoText)
		}
		return ask(args[0].String())
	}))
	select {} // the function above answers from now on
}
