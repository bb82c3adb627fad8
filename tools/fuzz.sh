#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other.
#
#	tools/fuzz.sh 30s [PACKAGE...]
#
# Targets are found by asking the test binaries, so a new one needs no entry
# here. A finding is written below testdata/fuzz of its package; commit it with
# the fix, and every test run repeats it.
set -euo pipefail

time=${1:?usage: tools/fuzz.sh TIME [PACKAGE...]}
shift
[ $# -gt 0 ] || set -- ./...

found=0
failed=()
for package in $(go list "$@"); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    found=$((found + 1))
    echo "== $package $target, $time"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" || failed+=("$package $target")
  done
done

echo "$found fuzz targets run, ${#failed[@]} with a finding"
if [ ${#failed[@]} -gt 0 ]; then
  printf 'finding: %s\n' "${failed[@]}" >&2
  exit 1
fi
