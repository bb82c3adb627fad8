package vectors_test

import (
	"fmt"
	"strings"

	"cairn.example/record/vectors"
)

func ExampleVerify() {
	const file = "# game dvonn\n" +
		".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place\t49 2353\n"
	summary, err := vectors.Verify(strings.NewReader(file), vectors.Options{File: "perft.tsv"}, func(f vectors.Finding) {
		fmt.Println(f)
	})
	fmt.Println(summary.Counts, "counts,", summary.Findings, "wrong,", err)
	// Output:
	// perft.tsv:2: perft(2) is 2352, the file says 2353
	// 2 counts, 1 wrong, <nil>
}
