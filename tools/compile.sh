#!/bin/sh
# Compiles a copy of the sources into build/compiled, which appears when it is complete, and leaves the wheel in dist.
# If that fails, src/hightable/plain.txt says why in one line; `hightable --version` shows it. Run by `make compile`.
set -u
python=$1
plain=src/hightable/plain.txt
mkdir -p build dist
rm -rf build/compiled "$plain"
copy=$(mktemp -d build/copy.XXXXXX) || exit 1
trap 'rm -rf "$copy"' EXIT
echo $$ >build/compiling

fail() {
  echo "$1" >"$plain"
  echo "High Table runs as plain Python: $1" >&2
  exit 1
}

touch "$copy/begun"
cp -r src setup.py pyproject.toml README.md LICENSE "$copy" || fail "the sources could not be copied"
"$python" -m pip wheel --disable-pip-version-check --no-deps --wheel-dir "$copy/dist" "./$copy" &&
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$copy/made" "$copy"/dist/*.whl ||
  fail "the build failed, see build/compile.log"
[ ! -f "$copy/made/hightable/plain.txt" ] || fail "$(cat "$copy/made/hightable/plain.txt")"
rm -f dist/*-cp*.whl
mv "$copy"/dist/*.whl dist
touch -r "$copy/begun" "$copy/made" # an edit made meanwhile is newer
mv "$copy/made" build/compiled
