package rating

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// golden is testdata/glicko2.json, which the page is held to as well.
type golden []struct {
	Name    string   `json:"name"`
	Before  Rating   `json:"before"`
	Results []Result `json:"results"`
	After   Rating   `json:"after"`
}

// TestPaper computes the example that the paper works out by hand.
func TestPaper(t *testing.T) {
	got := Update(Rating{1500, 200, 0.06}, []Result{
		{Fixed(1400, 30), Won}, {Fixed(1550, 100), Lost}, {Fixed(1700, 300), Lost},
	})
	near(t, "rating", got.Rating, 1464.06, 0.01)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// TestGolden holds the numbers that every implementation must have.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/glicko2.json")
	if err != nil {
		t.Fatal(err)
	}
	var list golden
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 5 {
		t.Fatalf("%d cases", len(list))
	}
	for _, c := range list {
		got := Update(c.Before, c.Results)
		near(t, c.Name+": rating", got.Rating, c.After.Rating, 1e-6)
		near(t, c.Name+": deviation", got.Deviation, c.After.Deviation, 1e-6)
		near(t, c.Name+": volatility", got.Volatility, c.After.Volatility, 1e-9)
	}
}

// TestSense checks what must hold whatever the constants.
func TestSense(t *testing.T) {
	r := New()
	won := Update(r, []Result{{Fixed(1500, 60), Won}})
	lost := Update(r, []Result{{Fixed(1500, 60), Lost}})
	if won.Rating <= r.Rating || lost.Rating >= r.Rating || won.Deviation >= r.Deviation {
		t.Errorf("after a win %+v, after a loss %+v", won, lost)
	}
	if near := won.Rating + lost.Rating - 2*r.Rating; math.Abs(near) > 1e-6 {
		t.Errorf("win and loss against an equal differ by %v", near)
	}
	easy := Update(r, []Result{{Fixed(900, 60), Won}})
	if easy.Rating >= won.Rating {
		t.Errorf("an easy win gives %v, an even one %v", easy.Rating, won.Rating)
	}
	if idle := Update(Rating{1500, 50, 0.06}, nil); idle.Deviation <= 50 || idle.Rating != 1500 {
		t.Errorf("after a period without results %+v", idle)
	}
	if idle := Update(r, nil); idle.Deviation > initialDeviation {
		t.Errorf("deviation %v", idle.Deviation)
	}
	// However surprising a run of results is, numbers stay numbers.
	for _, score := range []float64{Won, Lost} {
		x := r
		for range 2000 {
			x = Update(x, []Result{{Fixed(3000*score, 60), score}})
			if math.IsNaN(x.Rating) || math.IsInf(x.Rating, 0) || !(x.Volatility > 0) {
				t.Fatalf("%+v", x)
			}
		}
	}
	if _, e := expectation(0, Fixed(1500, 50)); math.Abs(e-0.5) > 1e-9 {
		t.Errorf("equals expect %v", e)
	}
}

// TestTime holds how a deviation grows while nobody plays: from 60 to 110 in a year, where a period is 4.67 days, and never
// beyond that of somebody unknown. Update is the same with one period.
func TestTime(t *testing.T) {
	const perDay = 0.214
	year := UpdateAfter(Rating{1500, 60, 0.06}, 365*perDay, nil)
	near(t, "after a year", year.Deviation, 110, 0.5)
	if idle := UpdateAfter(Rating{1500, 60, 0.06}, 1e6, nil); idle.Deviation != initialDeviation {
		t.Errorf("after an age the deviation is %v", idle.Deviation)
	}
	r, results := Rating{1500, 60, 0.06}, []Result{{Fixed(1500, 60), Won}}
	if got, want := UpdateAfter(r, 1, results), Update(r, results); got != want {
		t.Errorf("after one period %v, want %v", got, want)
	}
	if late, soon := UpdateAfter(r, 365*perDay, results), UpdateAfter(r, 0, results); late.Rating <= soon.Rating || late.Deviation <= soon.Deviation {
		t.Errorf("a win after a year gives %v, at once %v", late, soon)
	}
}
