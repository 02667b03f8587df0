#!/bin/sh
# Serves High Table from this checkout: compiled if build/compiled is up to date. If not, it starts at once on plain
# Python and compiles in the background; the bots move over as soon as that is done. Run by `make play`.
set -u
bin=$1
plain=src/hightable/plain.txt

compiler() { (set -- ${CC:-cc} && command -v "$1" >/dev/null); }
compiling() { [ -f build/compiling ] && kill -0 "$(cat build/compiling)" 2>/dev/null; }
failed() { # on these very sources, with a compiler
  [ -f "$plain" ] && ! grep -q "no C compiler" "$plain" && [ -z "$(
    find src setup.py pyproject.toml constraints.txt -newer "$plain" \( -name '*.py' -o -name '*.t*' \)
  )" ]
}

if ${MAKE:-make} --question --silent build/compiled 2>/dev/null; then
  PYTHONPATH=$PWD/build/compiled exec "$bin/hightable" serve --open
fi
compiler || echo "no C compiler found" >"$plain"
if ! compiler || failed; then
  echo "The engine can't be compiled here, so bots are slow (plain Python: $(cat "$plain")). To try again: make compile"
  exec "$bin/hightable" serve --open
fi
if ! compiling; then
  rm -rf build/compiled "$plain"
  mkdir -p build
  nice "${MAKE:-make}" --no-print-directory compile >build/compile.log 2>&1 &
fi
echo "The engine is being compiled in the background. Bots are slow until that is done."
exec "$bin/hightable" serve --open --build build/compiled
