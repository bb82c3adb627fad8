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
	v := version
	if v == "" {
		v = "development"
		if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
	}
	fmt.Fprintf(s.out, "cairn %s (%s, %s/%s)\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
