package table_test

import (
	"context"
	"fmt"
	"os"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "cairn-example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	kept, err := store.Open(ctx, store.DefaultFile(dir), store.Options{})
	if err != nil {
		panic(err)
	}
	defer kept.Close()
	s := table.New(table.Config{Store: kept})
	ann, _, err := s.NewGuest(ctx, "Ann", "")
	if err != nil {
		panic(err)
	}
	ben, _, err := s.NewGuest(ctx, "Ben", "")
	if err != nil {
		panic(err)
	}
	made, err := s.Create(ctx, ann.ID, api.NewTable{Options: api.Options{Game: "dvonn", Control: "300+3", Side: "first"}})
	if err != nil {
		panic(err)
	}

	messages := []struct {
		who api.Person
		m   api.ToServer
	}{
		{ben, api.ToServer{Type: "sit", ID: "1"}},
		{ann, api.ToServer{Type: "send", ID: "1", Event: []byte(`{"kind":"move","move":"e3"}`)}},
		{ann, api.ToServer{Type: "send", ID: "1", Event: []byte(`{"kind":"move","move":"e3"}`)}}, // again
		{ann, api.ToServer{Type: "send", ID: "2", Ply: 1, Event: []byte(`{"kind":"move","move":"e4"}`)}},
	}
	for _, x := range messages {
		x.m.Table = made.ID
		seq, err := s.Do(ctx, x.who.ID, x.m)
		fmt.Println(x.who.Name, x.m.Type, seq, err)
	}
	// Output:
	// Ben sit 2 <nil>
	// Ann send 4 <nil>
	// Ann send 4 <nil>
	// Ann send 4 it's your opponent's turn
}
