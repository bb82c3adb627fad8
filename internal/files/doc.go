// Package files writes the files that programs of this module keep: whole or not at all
// ([Write], [Create]), by one program at a time ([Lock]), and with what is damaged moved
// aside instead of overwritten ([MoveAside]). A [State] is a file that is all of this.
//
// Files are written under another name first, a dot, their own name and a number, and
// then renamed; what a killed program leaves has such a name.
package files
