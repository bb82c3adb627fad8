#!/usr/bin/env bash
# Makes sure that the programs named on the command line are installed.
#
#	tools/need.sh gcc node chromium
#
# As root on Debian a missing one is installed; anywhere else the script names
# the package and fails, because changing somebody's machine is theirs to do.
set -euo pipefail

# The oldest Node that Vite 8 runs on; Debian 12 ships an older one.
node_min=20.19

# package_of prints the Debian packages that bring a program.
package_of() {
  case $1 in
    gcc) echo "gcc libc6-dev" ;;
    node) echo "nodejs npm" ;;
    npm) echo "npm" ;;
    # A browser without a font draws boxes instead of text.
    chromium | chromium-headless-shell | firefox-esr) echo "$1 fonts-dejavu-core" ;;
    WebKitWebDriver) echo "webkit2gtk-driver fonts-dejavu-core" ;;
    Xvfb) echo "xvfb" ;;
    groff) echo "groff-base" ;;
    initdb) echo "postgresql" ;;
    sha256sum) echo "coreutils" ;;
    *) echo "$1" ;;
  esac
}

# have tells whether a program is installed. $CHROMIUM may name a browser in another
# place, and for users other than root Chromium with a window serves as well.
have() {
  if [[ "$1" = chromium* ]] && [ -n "${CHROMIUM:-}" ]; then
    [ -x "$CHROMIUM" ]
    return
  fi
  if [ "$1" = chromium-headless-shell ] && [ "$(id -u)" != 0 ] && command -v chromium >/dev/null 2>&1; then
    return
  fi
  # Debian keeps the programs of a PostgreSQL server out of the way.
  if [ "$1" = initdb ] && compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
    return
  fi
  command -v "$1" >/dev/null 2>&1
}

# old_node says whether node is older than node_min.
old_node() {
  local v
  v=$(node --version)
  [ "$(printf '%s\n%s\n' "$node_min" "${v#v}" | sort -V | head -n 1)" != "$node_min" ]
}

missing=()
packages=()
for program in "$@"; do
  if ! have "$program"; then
    missing+=("$program")
    # Word splitting is wanted: one program may need two packages.
    # shellcheck disable=SC2207
    packages+=($(package_of "$program"))
  fi
done

if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null; then
    echo "installing ${packages[*]}, needed for: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null
    apt-get install -y -qq --no-install-recommends "${packages[@]}" </dev/null >/dev/null
  else
    echo "missing: ${missing[*]}" >&2
    echo "hint: install the Debian packages ${packages[*]}, or what your system calls them, and run this again" >&2
    exit 1
  fi
  for program in "${missing[@]}"; do
    if ! have "$program"; then
      echo "still missing after the install: $program" >&2
      exit 1
    fi
  done
fi

for program in "$@"; do
  if [ "$program" = node ] && old_node; then
    echo "node $(node --version) is too old: $node_min or newer is needed to build the web page" >&2
    echo "hint: install a newer Node, or leave the page out with 'make WEB= TARGET'" >&2
    exit 1
  fi
done
