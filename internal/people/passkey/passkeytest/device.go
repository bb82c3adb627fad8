// Package passkeytest is a device with a lock, as a browser asks it for passkeys. It does what the specification says of
// authenticators, in a page whose origin the test chooses.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
)

// Device is one with a lock. The zero value holds no passkey.
type Device struct {
	Keys []Key
	// Synced devices share their keys, and count nothing.
	Synced bool
}

// Key is a passkey that a device holds.
type Key struct {
	ID, Handle []byte
	Site       string
	Count      uint32
	private    *ecdsa.PrivateKey
}

type options struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
	Exclude []struct {
		ID string `json:"id"`
	} `json:"excludeCredentials"`
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func read(s string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

// Create makes a passkey, as navigator.credentials.create does.
func (d *Device) Create(origin string, asked json.RawMessage) (json.RawMessage, error) {
	var o options
	if err := json.Unmarshal(asked, &o); err != nil {
		return nil, err
	}
	for _, k := range d.Keys {
		for _, other := range o.Exclude {
			if other.ID == text(k.ID) {
				return nil, errors.New("InvalidStateError: there is one on this device")
			}
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	k := Key{ID: make([]byte, 16), Handle: read(o.User.ID), Site: o.RP.ID, private: private}
	_, _ = rand.Read(k.ID) // never fails
	point, err := private.PublicKey.Bytes()
	if err != nil {
		return nil, err
	}
	// COSE: an elliptic curve, ES256, P-256, the two coordinates.
	cose := slices.Concat([]byte{0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32}, point[1:33], []byte{0x22, 0x58, 32}, point[33:])
	data := slices.Concat(d.head(&k, 0x40), make([]byte, 16), binary.BigEndian.AppendUint16(nil, uint16(len(k.ID))), k.ID, cose)
	attestation := slices.Concat([]byte{0xa3, 0x63}, []byte("fmt"), []byte{0x64}, []byte("none"), []byte{0x67}, []byte("attStmt"), []byte{0xa0, 0x68},
		[]byte("authData"), []byte{0x59}, binary.BigEndian.AppendUint16(nil, uint16(len(data))), data)
	d.Keys = append(d.Keys, k)
	return answer(k.ID, map[string]any{
		"clientDataJSON": text(client("webauthn.create", origin, o.Challenge)), "attestationObject": text(attestation), "transports": []string{"internal"},
	})
}

// Get signs with the passkey of the site made last, as navigator.credentials.get does.
func (d *Device) Get(origin string, asked json.RawMessage) (json.RawMessage, error) {
	var o options
	if err := json.Unmarshal(asked, &o); err != nil {
		return nil, err
	}
	for i := range slices.Backward(d.Keys) {
		k := &d.Keys[i]
		if k.Site != o.RPID {
			continue
		}
		if !d.Synced {
			k.Count++
		}
		data, about := d.head(k, 0), client("webauthn.get", origin, o.Challenge)
		hash := sha256.Sum256(about)
		sum := sha256.Sum256(slices.Concat(data, hash[:]))
		signature, err := ecdsa.SignASN1(rand.Reader, k.private, sum[:])
		if err != nil {
			return nil, err
		}
		return answer(k.ID, map[string]any{
			"clientDataJSON": text(about), "authenticatorData": text(data), "signature": text(signature), "userHandle": text(k.Handle),
		})
	}
	return nil, errors.New("NotAllowedError: no passkey for " + o.RPID)
}

// head is what authenticator data begins with: whom it is for, that somebody was there and has unlocked it, the count.
func (d *Device) head(k *Key, flags byte) []byte {
	site := sha256.Sum256([]byte(k.Site))
	flags |= 0x05
	if d.Synced {
		flags |= 0x18
	}
	return binary.BigEndian.AppendUint32(append(site[:], flags), k.Count)
}

func client(what, origin, challenge string) []byte {
	b, err := json.Marshal(map[string]any{"type": what, "challenge": challenge, "origin": origin, "crossOrigin": false})
	if err != nil {
		panic(err)
	}
	return b
}

func answer(id []byte, response map[string]any) (json.RawMessage, error) {
	return json.Marshal(map[string]any{
		"id": text(id), "rawId": text(id), "type": "public-key", "authenticatorAttachment": "platform", "response": response,
		"clientExtensionResults": map[string]any{"credProps": map[string]any{"rk": true}},
	})
}
