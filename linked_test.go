package cairn

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// browser lists the programs of the page's workers as they are built for it, with
// the packages that they must not link, those below them included.
//
// People wait for the rules before they can play: of all that describes itself at
// run time nothing is in them. An analysis waits for the engine, too.
var browser = []struct {
	program, tags string
	never         []string
}{
	{
		"./cmd/cairn-wasm/play", "norecords",
		[]string{"fmt", "encoding/json", "encoding/binary", "reflect", "text", "html", "regexp", "os", "log", "net", "crypto", "context", module + "/engine", module + "/players"},
	},
	{
		"./cmd/cairn-wasm/engine", "norecords",
		[]string{"fmt", "encoding/json", "text", "html", "regexp", "log", "net", "crypto"},
	},
}

// TestLinked asks the go command what the page's programs consist of: the weight of
// the whole page is looked at only where that is built.
func TestLinked(t *testing.T) {
	for _, b := range browser {
		list := exec.Command("go", "list", "-deps", "-tags", b.tags, b.program)
		list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			t.Fatalf("%s: %v", list, err)
		}
		packages := strings.Fields(string(out))
		if !slices.Contains(packages, module+"/game") {
			t.Fatalf("%s names %d packages, and not the games", list, len(packages))
		}
		for _, p := range tooHeavy(packages, b.never) {
			t.Errorf("%s links %s: go list -deps -f '{{.ImportPath}}: {{.Imports}}' says what brings it in", b.program, p)
		}
	}
}

// TestTooHeavy makes sure that the test above can find something.
func TestTooHeavy(t *testing.T) {
	packages := []string{"runtime", "fmt", "text/template", "encoding/json/v2", "internal/fmtsort", "cairn.example/game"}
	if got, want := tooHeavy(packages, []string{"fmt", "text", "encoding/json"}), []string{"fmt", "text/template", "encoding/json/v2"}; !slices.Equal(got, want) {
		t.Errorf("too heavy are %q, want %q", got, want)
	}
}

// tooHeavy returns those of packages that are in never or below one of it.
func tooHeavy(packages, never []string) []string {
	var found []string
	for _, p := range packages {
		if isBelowAny(p, never) {
			found = append(found, p)
		}
	}
	return found
}
