#!/usr/bin/env bash
# Cross-builds the program for every system it is released for, or for those
# named, into dist/.
#
#	tools/release.sh VERSION [OS/ARCH...]
#
# cgo is off and paths are trimmed, so the same commit and Go version give the
# same bytes on every machine; SHA256SUMS lets a reader check that.
set -euo pipefail

version=${1:?usage: tools/release.sh VERSION [OS/ARCH...]}
shift
[ $# -gt 0 ] || set -- {linux,darwin,windows}/{amd64,arm64}
rm -rf dist
mkdir -p dist

for system in "$@"; do
  os=${system%/*}
  arch=${system#*/}
  name=cairn-$version-$os-$arch
  [ "$os" = windows ] && name=$name.exe
  echo "building dist/$name"
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath \
    -ldflags "-s -w -X main.version=$version" -o "dist/$name" ./cmd/cairn
done

cp LICENSE dist/
cd dist
if command -v sha256sum >/dev/null; then
  sha256sum cairn-* >SHA256SUMS
else
  shasum -a 256 cairn-* >SHA256SUMS
fi
cat SHA256SUMS
