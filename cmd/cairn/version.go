package main

import (
	"fmt"
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
