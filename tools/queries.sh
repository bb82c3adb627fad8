#!/usr/bin/env bash
# Makes internal/people/store/queries from the queries in internal/people/store/query, with
# sqlc, which it builds first (minutes, the first time). Beside the code it notes
# what the code was made from, so that a test sees when it is out of date.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

if [ ! -x build/tools/sqlc ] || [ tools/sqlc/go.mod -nt build/tools/sqlc ]; then
  echo "== sqlc"
  mkdir -p build/tools
  (cd tools/sqlc && go build -o "$root/build/tools/sqlc" github.com/sqlc-dev/sqlc/cmd/sqlc)
fi
(cd tools && go build -o "$root/build/tools/gofumpt" mvdan.cc/gofumpt)

cd internal/people/store
"$root/build/tools/sqlc" generate
"$root/build/tools/gofumpt" -w queries/*.go
sha256sum query/*.sql sqlc.yaml migrations/postgres/*.sql > queries/made-from.txt
