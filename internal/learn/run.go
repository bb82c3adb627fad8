package learn

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/files"
	"cairn.example/players"
)

// Settings are what a run was begun with. Zero values stand for defaults.
type Settings struct {
	Version int    `json:"version"`
	Game    string `json:"game"`
	Seed    string `json:"seed"`

	// Self-play.
	Nodes         uint64  `json:"nodes"`                   // a move
	PlacingNodes  uint64  `json:"placingNodes,omitempty"`  // a placing; 0 means as many as a move
	PlacingRandom float64 `json:"placingRandom,omitempty"` // the largest share of random placings in a game; 0 means a tenth in all
	FullNodes     uint64  `json:"fullNodes,omitempty"`     // of a search that judges a full board and ends its game; 0 plays it out
	ShardGames    int     `json:"shardGames"`
	Placing       float64 `json:"placing"` // share of the games that begin with the placing phase, where there is one
	Plies         int     `json:"plies"`   // random ones that a game begins with, at most

	// Fits.
	Window int `json:"window"` // positions that are used at most, the newest ones

	// Gate.
	GateNodes uint64  `json:"gateNodes"` // a move
	GatePairs int     `json:"gatePairs"` // of games at most
	Elo0      float64 `json:"elo0"`
	Elo1      float64 `json:"elo1"`
}

// version is that of the manifest and of shards.
const version = 1

// withDefaults fills in what is zero.
func (s Settings) withDefaults() Settings {
	or := func(to *int, value int) {
		if *to == 0 {
			*to = value
		}
	}
	s.Version = version
	if s.Nodes == 0 {
		s.Nodes = 500
	}
	if s.GateNodes == 0 {
		s.GateNodes = 2000
	}
	or(&s.ShardGames, 20)
	or(&s.Plies, 12)
	or(&s.Window, 2_000_000)
	or(&s.GatePairs, 200)
	if s.Placing == 0 {
		s.Placing = 0.5
	}
	if s.Elo0 == 0 && s.Elo1 == 0 {
		s.Elo1 = 20
	}
	return s
}

// check returns what is wrong with settings.
func (s Settings) check() error {
	return cmp.Or(
		above("shardGames", s.ShardGames, 0),
		above("plies", s.Plies, 0),
		share("placing", s.Placing),
		share("placingRandom", s.PlacingRandom),
		above("window", s.Window, 0),
		above("gatePairs", s.GatePairs, 0),
		above("elo1", s.Elo1, s.Elo0),
	)
}

// Run is a folder with everything about one training:
//
//	manifest.json                    the settings
//	games/000000.shard               positions of self-play
//	nets/candidate/NAME.net          a net that is to be tested, NAME.loss beside it
//	nets/accepted, nets/rejected     tested nets, NAME.gate and NAME.games beside them
//	placings.jsonl                   pairs of games of matches of placings
//	truth.jsonl                      positions with what is proved of them
//	report.html                      what came out
//
// Files are written under another name and renamed, so a file that is there is
// whole.
type Run struct {
	Dir string
	Settings

	game game.Game
}

// Options are about how a step is done, not about what comes out.
type Options struct {
	// Workers is the number of goroutines; 0 means one, and for the fit of a convolutional
	// net one for each processor.
	Workers int

	// Revision is the version of the program, which files keep.
	Revision string

	// Program tells this build from any other that plays differently. A revision does not
	// where files were changed since, or where the build knows none.
	Program string

	// Progress, which may be nil, gets how much of a step is done, from one
	// goroutine at a time.
	Progress func(done, whole int)
}

func (o Options) tell(done, whole int) {
	if o.Progress != nil {
		o.Progress(done, whole)
	}
}

// Open opens the run in a folder, and begins it where there is none. The settings
// must be those the run was begun with, or, without a game, are taken from there.
func Open(dir string, s Settings) (*Run, error) {
	if s.Game != "" {
		if _, err := games.Lookup(s.Game); err != nil {
			return nil, err
		}
	}
	r := &Run{Dir: dir}
	manifest := filepath.Join(dir, "manifest.json")
	begun := true
	var err error
	r.Settings, err = readManifest(manifest)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.Game != "":
		r.Settings, begun = s.withDefaults(), false
	case err != nil:
		return nil, err
	case s.Game != "" && s.withDefaults() != r.Settings:
		return nil, newError("learn.other_settings", "file", game.Printable(manifest))
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.game, err = games.Lookup(r.Game); err != nil {
		return nil, err
	}
	if players.Counts(r.game) == nil {
		return nil, fmt.Errorf("learn: %s has nothing that nets can be trained for", r.game.Name())
	}
	for _, sub := range []string{"games", "nets/candidate", "nets/accepted", "nets/rejected"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(sub)), 0o755); err != nil {
			return nil, err
		}
	}
	if !begun {
		data, err := json.MarshalIndent(r.Settings, "", "\t")
		if err != nil {
			return nil, err
		}
		if err := files.Write(manifest, append(data, '\n'), 0o644); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// readManifest reads the settings that a run was begun with.
func readManifest(name string) (s Settings, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, newError("learn.manifest", "file", game.Printable(name), "line", jsonLine(data, err))
	}
	if s.Version != version {
		return s, newError("learn.version", "file", game.Printable(name), "version", s.Version, "known", version)
	}
	return s, nil
}

// State is what has become of a net.
type State string

// The states, which are folders of a run.
const (
	Candidate State = "candidate"
	Accepted  State = "accepted"
	Rejected  State = "rejected"
)

// Path returns the place of a file of a net, such as its .loss.
func (r *Run) Path(state State, name, extension string) string {
	return filepath.Join(r.Dir, "nets", string(state), name+extension)
}

// Nets returns the names of the nets in a state, sorted.
func (r *Run) Nets(state State) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(r.Dir, "nets", string(state)))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".net"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Best returns what plays best so far: the file of the accepted net whose name comes last,
// as that of the newest [Generation] does, or the name of the game's strongest evaluator.
func (r *Run) Best() (string, error) {
	names, err := r.Nets(Accepted)
	if err != nil || len(names) == 0 {
		return players.Evaluators(r.game)[0], err
	}
	return r.Path(Accepted, names[len(names)-1], ".net"), nil
}
