// Command cairn plays, counts, checks and converts games of LYNGK and DVONN.
// Run "cairn --help" for its subcommands.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
