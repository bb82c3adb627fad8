#!/usr/bin/env bash
# Packs what fuzzing has found worth keeping on this machine, together with what
# is packed already, into testdata/corpus.tar.gz of each package that has one.
#
#	tools/corpus.sh [PACKAGE...]
#
# gametest.Corpus reads it. The same inputs give the same bytes.
set -euo pipefail

[ $# -gt 0 ] || set -- ./...

cache=$(go env GOCACHE)/fuzz
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
go list -f '{{.ImportPath}} {{.Dir}}' "$@" | while read -r package dir; do
  archive=$dir/testdata/corpus.tar.gz
  [ -e "$archive" ] || continue
  rm -rf "${stage:?}"/*
  tar -C "$stage" -xzf "$archive"
  if [ -d "$cache/$package" ]; then
    for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
      [ -d "$cache/$package/$target" ] && cp -r "$cache/$package/$target" "$stage/"
    done
  fi
  tar -C "$stage" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=a=rX,u+w -cf - . | gzip -9n >"$archive.new"
  mv "$archive.new" "$archive"
  echo "$package: $(find "$stage" -type f | wc -l) inputs, $(stat -c %s "$archive") bytes"
done
