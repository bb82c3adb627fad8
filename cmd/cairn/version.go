package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
)

// version is set by the linker in released builds.
var version string

type versionCmd struct{}

func (versionCmd) Run(s *streams) error {
	fmt.Fprintln(s.out, versionLine())
	return nil
}

// versionLine names this build.
func versionLine() string {
	return fmt.Sprintf("cairn %s (%s, %s/%s)", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programVersion is the version of this build: that of the release, or of the
// commit.
func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// programDigest names this build by what its file holds. Two builds of one version may
// differ: those of files that were changed since, and all that know no version.
func programDigest() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}
