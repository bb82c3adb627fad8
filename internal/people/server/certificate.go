package server

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// certificateAge is how long the files of a certificate are believed to be unchanged.
const certificateAge = time.Minute

// certificate is one of files. It is read again when the files have changed, so
// that renewing it needs no restart.
type certificate struct {
	certFile, keyFile string

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // of the newer file
	looked  time.Time
}

// TLS returns the configuration for a certificate and its key, each a PEM file. An
// error means that they cannot be read now.
func TLS(certFile, keyFile string) (*tls.Config, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile}
	if _, err := c.get(time.Now()); err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(time.Now()) },
	}, nil
}

func (c *certificate) get(now time.Time) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded != nil && now.Sub(c.looked) < certificateAge {
		return c.loaded, nil
	}
	c.looked = now
	changed, err := newest(c.certFile, c.keyFile)
	if err == nil && (c.loaded == nil || changed.After(c.changed)) {
		var loaded tls.Certificate
		if loaded, err = tls.LoadX509KeyPair(c.certFile, c.keyFile); err == nil {
			c.loaded, c.changed = &loaded, changed
		}
	}
	if c.loaded == nil {
		return nil, fmt.Errorf("read the certificate: %w", err)
	}
	// A renewal that is half written is read a minute later.
	return c.loaded, nil
}

func newest(files ...string) (t time.Time, err error) {
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return t, err
		}
		if info.ModTime().After(t) {
			t = info.ModTime()
		}
	}
	return t, nil
}
