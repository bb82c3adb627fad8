package notify

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Web Push: RFC 8030 (the request), 8188 and 8291 (the encrypted body), 8292 (who sends it).

var raw64 = base64.RawURLEncoding

// target is a device: where pushes to it go, and its half of the keys.
type target struct {
	endpoint string
	public   *ecdh.PublicKey
	auth     []byte
}

var errDevice = errors.New("the keys of a device cannot be read")

// newTarget reads what a browser says of its subscription.
func newTarget(endpoint, p256dh, auth string) (target, error) {
	key, err := decode64(p256dh)
	if err != nil {
		return target{}, errDevice
	}
	public, err := ecdh.P256().NewPublicKey(key)
	if err != nil {
		return target{}, errDevice
	}
	secret, err := decode64(auth)
	if err != nil || len(secret) != 16 {
		return target{}, errDevice
	}
	return target{endpoint, public, secret}, nil
}

// decode64 reads base64url with or without padding: browsers differ.
func decode64(text string) ([]byte, error) { return raw64.DecodeString(strings.TrimRight(text, "=")) }

const (
	recordSize = 4096 // one record holds any push
	saltSize   = 16
	tagSize    = 16
)

// seal encrypts a text for a device with a key and a salt that are used for nothing else.
func seal(text []byte, to target, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	shared, err := own.ECDH(to.public)
	if err != nil {
		return nil, err
	}
	sender := own.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(to.public.Bytes()) + string(sender)
	secret, err := hkdf.Key(sha256.New, shared, to.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	if len(text)+1+tagSize > recordSize {
		return nil, fmt.Errorf("a push of %d bytes is too long", len(text))
	}
	body := bytes.Clone(salt)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, byte(len(sender)))
	body = append(body, sender...)
	return gcm.Seal(body, nonce, append(bytes.Clone(text), 2), nil), nil // 2: the last record
}

// signer says who sends pushes. All processes of a store share its key.
type signer struct {
	key *ecdsa.PrivateKey
	// subject is where the operators of a push service reach those who run this server.
	subject string
}

// newKey draws the key of a signer, as text.
func newKey() (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", err
	}
	secret, err := key.Bytes()
	return raw64.EncodeToString(secret), err
}

func newSigner(key, subject string) (*signer, error) {
	secret, err := raw64.DecodeString(key)
	if err != nil {
		return nil, err
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret)
	if err != nil {
		return nil, err
	}
	return &signer{private, subject}, nil
}

// public is the key that browsers subscribe with.
func (s *signer) public() string {
	key, err := s.key.PublicKey.Bytes()
	if err != nil {
		return "" // a key that was read is on its curve
	}
	return raw64.EncodeToString(key)
}

// authorization is the header that names the sender to a push service.
func (s *signer) authorization(endpoint *url.URL, now time.Time) (string, error) {
	claims, err := json.Marshal(map[string]any{
		"aud": endpoint.Scheme + "://" + endpoint.Host, "exp": now.Add(lifetime).Unix(), "sub": s.subject,
	})
	if err != nil {
		return "", err
	}
	token := raw64.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + raw64.EncodeToString(claims)
	sum := sha256.Sum256([]byte(token))
	r, t, err := ecdsa.Sign(rand.Reader, s.key, sum[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	t.FillBytes(signature[32:])
	return "vapid t=" + token + "." + raw64.EncodeToString(signature) + ", k=" + s.public(), nil
}

// lifetime is how long a push service keeps a push for a device that is off, and how long a
// signature is good.
const lifetime = 12 * time.Hour

// outcome is what became of a push.
type outcome int

const (
	taken   outcome = iota // the push service has it
	gone                   // there is no such device any more
	refused                // the push service does not want this one
	later                  // it was not taken, and may be later
	unknown                // nobody knows whether it was taken
)

// push sends a text to a device. The time is how long the push service wants to be left alone,
// 0 where it says nothing.
func (s *signer) push(ctx context.Context, client *http.Client, to target, text []byte, topic string, urgent bool, now time.Time) (outcome, time.Duration, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return refused, 0, err
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	body, err := seal(text, to, own, salt)
	if err != nil {
		return refused, 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.endpoint, bytes.NewReader(body))
	if err != nil {
		return refused, 0, err
	}
	auth, err := s.authorization(r.URL, now)
	if err != nil {
		return refused, 0, err
	}
	r.Header = http.Header{
		"Authorization": {auth}, "Content-Encoding": {"aes128gcm"}, "Content-Type": {"application/octet-stream"},
		"Ttl": {strconv.Itoa(int(lifetime / time.Second))}, "Topic": {topic}, "Urgency": {"normal"},
	}
	if urgent {
		r.Header.Set("Urgency", "high")
	}
	answer, err := client.Do(r)
	if err != nil {
		if errors.Is(err, errPrivate) {
			return refused, 0, err
		}
		return unknown, 0, err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, mostAnswer)
	return judged(answer)
}

func judged(answer *http.Response) (outcome, time.Duration, error) {
	switch status := answer.StatusCode; {
	case status >= 200 && status < 300:
		return taken, 0, nil
	case status == http.StatusNotFound || status == http.StatusGone:
		return gone, 0, nil
	case status == http.StatusTooManyRequests || status >= 500:
		return later, retryAfter(answer.Header), errors.New(answer.Status)
	default:
		return refused, 0, errors.New(answer.Status) // redirects too
	}
}

// retryAfter reads how long to wait, at most a day; 0 where it is not said in seconds.
func retryAfter(h http.Header) time.Duration {
	n, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After")), 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return time.Duration(min(n, 24*60*60) * float64(time.Second))
}
