#!/usr/bin/env bash
# Cross-builds the program for every system it is released for, into dist/.
#
#	tools/release.sh VERSION
#
# cgo is off and paths are trimmed, so the same commit and Go version give the
# same bytes on every machine; SHA256SUMS lets a reader check that.
set -euo pipefail

version=${1:?usage: tools/release.sh VERSION}
rm -rf dist
mkdir -p dist

for os in linux darwin windows; do
  for arch in amd64 arm64; do
    name=cairn-$version-$os-$arch
    [ "$os" = windows ] && name=$name.exe
    echo "building dist/$name"
    CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath \
      -ldflags "-s -w -X main.version=$version" -o "dist/$name" ./cmd/cairn
  done
done

cp LICENSE dist/
cd dist
if command -v sha256sum >/dev/null; then
  sha256sum cairn-* >SHA256SUMS
else
  shasum -a 256 cairn-* >SHA256SUMS
fi
cat SHA256SUMS
