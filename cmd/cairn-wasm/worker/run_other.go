//go:build !js

package worker

import (
	"bufio"
	"fmt"
	"os"
)

// Run answers the questions of the standard input. It ends the program where
// that cannot be read.
func (w *Worker[Q]) Run() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		fmt.Println(w.Ask(lines.Text()))
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", w.Name, err)
		os.Exit(1)
	}
}
