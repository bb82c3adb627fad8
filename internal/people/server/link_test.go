package server

import (
	"net/http"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
)

// TestYoungLinkKeepsNothing: a minute at somebody's unlocked device is neither enough to take their name nor to follow their
// games for good.
func TestYoungLinkKeepsNothing(t *testing.T) {
	h := newHouse(t)
	owner := h.guest("")
	owner.claim("Marta")
	var link api.Link
	owner.call("POST", "me/links", nil, &link)
	young := h.stranger()
	young.call("POST", "me/use", api.Token{Token: link.Token}, nil)
	for path, in := range map[string]any{"me": api.NewName{Name: "Clara"}, "me/calendar": nil} {
		young.refused("POST", path, in, http.StatusForbidden, api.AccountYoung)
		owner.call("POST", path, in, nil)
	}
}

// TestLinkPicture has the way to another device drawn as a QR code where other
// devices find the server, and only there.
func TestLinkPicture(t *testing.T) {
	var link api.Link
	alone := newHouse(t).guest("Anna")
	alone.call("POST", "me/links", nil, &link)
	if link.Token == "" || link.QR != "" {
		t.Errorf("on this machine alone: %+v", link)
	}
	anna := newHouse(t, func(o *Options) { o.Addresses = []string{"http://192.0.2.7:8080/"} }).guest("Anna")
	anna.call("POST", "me/links", nil, &link)
	want, err := qrCode("http://192.0.2.7:8080/me/#" + link.Token)
	if err != nil {
		t.Fatal(err)
	}
	if link.QR != string(want) || !strings.HasPrefix(link.QR, "<svg") {
		t.Errorf("the code is %.60q", link.QR)
	}

	var made api.Claimed
	anna.call("POST", "me/claim", api.Claim{Name: "Zoë K."}, &made)
	if want, err = qrCode("http://192.0.2.7:8080/me/#in=Zo%C3%AB%20K.." + strings.ReplaceAll(made.Code, "-", "")); err != nil {
		t.Fatal(err)
	}
	if made.QR != string(want) {
		t.Errorf("the picture of %q is %.60q", made.Code, made.QR)
	}
}
