package client

import (
	"context"
	"net/http"

	"cairn.example/internal/people/api"
)

// Contests returns the contests that run, are to come and are over.
func (s *Session) Contests(ctx context.Context) (v api.Contests, err error) {
	err = s.Call(ctx, http.MethodGet, "/api/contests", nil, &v)
	return v, err
}

// InContest does something in a contest, such as "join"; see [api.ContestCall].
func (s *Session) InContest(ctx context.Context, id, action string, c api.ContestCall) (v api.ContestView, err error) {
	err = s.Call(ctx, http.MethodPost, "/api/contests/"+id+"/"+action, c, &v)
	return v, err
}
