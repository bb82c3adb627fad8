// Package passkey checks what the lock of a device has signed, by Web Authentication. A passkey
// belongs to the name of a server, and only an encrypted page at that name, or one of the machine
// itself, has any.
//
// A ceremony begins with options for the browser and ends with its answer. What the server has to
// remember in between is a text, to be kept under the challenge and used once; so is what it keeps
// of a passkey. The package keeps nothing itself.
package passkey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Site is where a page asks for a passkey.
type Site struct {
	ID     string // name of the server, without a port
	Origin string // as browsers write it: scheme, host, and a port unless it is the usual one
}

// Begun is a ceremony that waits for the browser's answer.
type Begun struct {
	Options   json.RawMessage // for the browser
	Challenge string
	Waiting   string // for the end of the ceremony
}

// Key is a passkey as it is stored.
type Key struct {
	Site       string              `json:"site"`
	Handle     []byte              `json:"handle"` // by which devices know the account; it says nothing about it
	Credential webauthn.Credential `json:"credential"`
}

// HandleBytes is the length of a handle.
const HandleBytes = 32

// ReadKey reads what [Key.String] has written.
func ReadKey(text string) (Key, error) {
	var k Key
	err := json.Unmarshal([]byte(text), &k)
	return k, err
}

// String is the passkey as text.
func (k Key) String() string { return string(marshal(k)) }

func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, numbers and bytes alone
	}
	return text
}

// owner is an account, as the library asks about it.
type owner struct {
	handle []byte
	name   string
	keys   []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return o.handle }
func (o owner) WebAuthnName() string                       { return o.name }
func (o owner) WebAuthnDisplayName() string                { return o.name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// party is the server, as the library knows it.
func party(at Site) (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{
		RPID: at.ID, RPDisplayName: "Cairn", RPOrigins: []string{at.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationPreferred,
		},
		// Managers of passwords add some that nobody has asked for.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}

func begun(options any, session *webauthn.SessionData, err error) (Begun, error) {
	if err != nil {
		return Begun{}, fmt.Errorf("passkey: %w", err)
	}
	return Begun{Options: marshal(options), Challenge: session.Challenge, Waiting: string(marshal(session))}, nil
}

// Register begins to make a passkey for an account. A device that holds one of those it has makes no other.
func Register(at Site, name string, handle []byte, have []Key) (Begun, error) {
	p, err := party(at)
	if err != nil {
		return Begun{}, err
	}
	var held []protocol.CredentialDescriptor
	for _, k := range have {
		held = append(held, k.Credential.Descriptor())
	}
	options, session, err := p.BeginRegistration(owner{handle: handle, name: name}, webauthn.WithExclusions(held))
	if err != nil {
		return Begun{}, err
	}
	return begun(options.Response, session, nil)
}

// SignIn begins to sign in by a passkey that the device chooses.
func SignIn(at Site) (Begun, error) {
	p, err := party(at)
	if err != nil {
		return Begun{}, err
	}
	options, session, err := p.BeginDiscoverableLogin()
	if err != nil {
		return Begun{}, err
	}
	return begun(options.Response, session, nil)
}

// Answered returns the challenge that an answer is to, and the identifier of its passkey.
func Answered(answer []byte) (challenge string, id []byte, err error) {
	var v struct {
		RawID    protocol.URLEncodedBase64 `json:"rawId"`
		Response struct {
			ClientData protocol.URLEncodedBase64 `json:"clientDataJSON"`
		} `json:"response"`
	}
	var client struct {
		Challenge string `json:"challenge"`
	}
	if err := json.Unmarshal(answer, &v); err != nil {
		return "", nil, err
	}
	if err := json.Unmarshal(v.Response.ClientData, &client); err != nil {
		return "", nil, err
	}
	if client.Challenge == "" || len(v.RawID) == 0 {
		return "", nil, errors.New("passkey: no challenge, or no identifier")
	}
	return client.Challenge, v.RawID, nil
}

// Registered returns the passkey that an answer has made.
func Registered(at Site, waiting string, answer []byte) (Key, error) {
	p, session, err := resume(at, waiting)
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Key{}, err
	}
	made, err := p.CreateCredential(owner{handle: session.UserID}, session, parsed)
	if err != nil {
		return Key{}, err
	}
	made.Attestation = webauthn.CredentialAttestation{} // nobody asks which make the device is of
	return Key{Site: at.ID, Handle: session.UserID, Credential: *made}, nil
}

// SignedIn checks the answer of a passkey, and returns what is to be stored of it from then on. Copied says that another
// device has signed with the same key meanwhile: its count is not above the one before.
func SignedIn(at Site, waiting string, answer []byte, key Key) (next Key, copied bool, err error) {
	p, session, err := resume(at, waiting)
	if err != nil {
		return Key{}, false, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Key{}, false, err
	}
	_, used, err := p.ValidatePasskeyLogin(func(id, handle []byte) (webauthn.User, error) {
		if !bytes.Equal(handle, key.Handle) {
			return nil, errors.New("passkey: another account's")
		}
		return owner{handle: key.Handle, keys: []webauthn.Credential{key.Credential}}, nil
	}, session, parsed)
	if err != nil {
		return Key{}, false, err
	}
	key.Credential = *used
	return key, used.Authenticator.CloneWarning, nil
}

func resume(at Site, waiting string) (*webauthn.WebAuthn, webauthn.SessionData, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal([]byte(waiting), &session); err != nil {
		return nil, session, err
	}
	p, err := party(at)
	return p, session, err
}
