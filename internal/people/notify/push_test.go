package notify

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/json"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestSeal is the example of RFC 8291, section 5 and appendix A.
func TestSeal(t *testing.T) {
	of := func(text string) []byte {
		b, err := decode64(text)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	to, err := newTarget("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
		"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg")
	if err != nil {
		t.Fatal(err)
	}
	own, err := ecdh.P256().NewPrivateKey(of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := seal([]byte("When I grow up, I want to be a watermelon"), to, own, of("DGv6ra1nlYgDCS1FRnbzlw"))
	want := of("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\n%s\n%s", err, raw64.EncodeToString(got), raw64.EncodeToString(want))
	}
}

func TestTargetsThatAreNone(t *testing.T) {
	const key, auth = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
	for _, c := range [][2]string{{"", auth}, {key, ""}, {key[:80], auth}, {key, auth + "AAAA"}, {strings.Replace(key, "BCV", "BCW", 1), auth}} {
		if _, err := newTarget("https://fcm.googleapis.com/x", c[0], c[1]); err == nil {
			t.Error(c)
		}
	}
	if _, err := newTarget("https://fcm.googleapis.com/x", key+"=", auth+"=="); err != nil {
		t.Error(err)
	}
}

// TestSubject holds that a push service can check who sends: a signature by the key that browsers
// subscribe with, and a subject that is an address of the Web.
func TestSubject(t *testing.T) {
	text, err := newKey()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSigner(text, "https://cairn.example")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_800_000_000, 0)
	header, err := s.authorization(&url.URL{Scheme: "https", Host: "fcm.googleapis.com", Path: "/x"}, now)
	if err != nil {
		t.Fatal(err)
	}
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || len(parts) != 3 || key != s.public() {
		t.Fatal(header)
	}
	signature, _ := raw64.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if len(signature) != 64 || !ecdsa.Verify(&s.key.PublicKey, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is not that of the key")
	}
	claims, _ := raw64.DecodeString(parts[1])
	var c struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(claims, &c); err != nil || c.Aud != "https://fcm.googleapis.com" || c.Sub != "https://cairn.example" || c.Exp != now.Add(lifetime).Unix() {
		t.Errorf("%s: %v", claims, err)
	}
}

func TestEndpoints(t *testing.T) {
	hosts := append([]string{"push.example"}, PushHosts...)
	for _, good := range []string{
		"https://fcm.googleapis.com/fcm/send/abc:def", "https://updates.push.services.mozilla.com/wpush/v2/x",
		"https://web.push.apple.com/Q", "https://wns2-par02p.notify.windows.com/w/?token=x", "https://push.example:443/x",
	} {
		if err := checkEndpoint(good, hosts); err != nil {
			t.Error(good, err)
		}
	}
	for _, bad := range []string{
		"", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://me@fcm.googleapis.com/x", "https://127.0.0.1/x",
		"https://evilfcm.googleapis.com.evil.example/x", "https://xpush.example/", "https://[::1]/x", "ftp://push.example/x", "https:///x",
		"https://fcm.googleapis.com/" + strings.Repeat("x", 1100),
	} {
		if err := checkEndpoint(bad, hosts); err == nil {
			t.Error(bad)
		}
	}
}

// TestPublicOnly holds that no packet goes to an address that is not public: not to one that is
// written out, and not to one that a name leads to at the moment of connecting.
func TestPublicOnly(t *testing.T) {
	for _, private := range []string{
		"127.0.0.1", "127.8.9.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "0.0.0.0", "0.1.2.3",
		"224.0.0.1", "255.255.255.255", "198.18.0.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
		"::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "2002:7f00:1::", "2001::1", "2001:db8::1", "fec0::1",
	} {
		if isPublic(netip.MustParseAddr(private)) {
			t.Error(private, "counts as public")
		}
	}
	for _, public := range []string{"8.8.8.8", "142.250.0.1", "100.128.0.1", "172.32.0.1", "2a00:1450:4001::1"} {
		if !isPublic(netip.MustParseAddr(public)) {
			t.Error(public, "counts as private")
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	came := make(chan struct{}, 8)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(came)
				return
			}
			came <- struct{}{}
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	client := newClient(PublicTransport())
	t.Setenv("HTTPS_PROXY", "http://"+l.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"} {
		if answer, err := client.Post("https://"+host+":"+port+"/", "text/plain", nil); err == nil {
			answer.Body.Close()
			t.Error(host, "was connected to")
		}
	}
	// What goes past the check of names is stopped as well.
	if _, err := PublicTransport().(*http.Transport).DialContext(t.Context(), "tcp", l.Addr().String()); err == nil {
		t.Error("connected")
	}
	l.Close()
	for range came {
		t.Error("a packet went to an address that is not public")
	}
}
