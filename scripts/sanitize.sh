#!/bin/sh
# Run sanitizer builds of the engine, which abort at an error, on untrusted positions, games and lines, and on searches:
# sanitize.sh BIN
set -eu
bin=$1
builds=build/sanitized

build() { # FOLDER FLAGS
    rm -rf "$1"
    KINGDOMS_CFLAGS="-O1 -g1 $2" LDFLAGS="$2" KINGDOMS_COMPILE=require KINGDOMS_WEB=no \
        "$bin/pip" install -q --disable-pip-version-check --no-deps --target "$1" .
}

feeds="tests/core tests/env tests/nets tests/search tests/contract tests/golden"
for part in contract laws perft 'position*' record referee values greedy knowledge describing net; do
    feeds="$feeds $(ls tests/games/*/*/test_$part.py)"
done
build $builds/memory "-fsanitize=address,undefined -fno-sanitize-recover=all"
(
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
    export LD_PRELOAD PYTHONMALLOC=malloc PYTHONPATH=$builds/memory:.
    export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
    "$bin/python" tests/support/games/digest.py 1000 1 >/dev/null
    # shellcheck disable=SC2086  # one word per file
    "$bin/python" -m pytest -q -x -n auto $feeds
)

# Python itself is not instrumented, so its own threads cause no reports, and no suppressions are needed.
races="tests/core/test_threads.py tests/env/test_batch.py tests/env/test_crew.py"
races="$races tests/search/test_threads.py tests/search/test_searcher.py"
# Old builds of ThreadSanitizer do not start if addresses are randomised over too wide a range.
fixed_addresses=$(setarch -R true 2>/dev/null && echo setarch -R || true)
build $builds/threads -fsanitize=thread
# shellcheck disable=SC2086  # one word per file
LD_PRELOAD="$(gcc -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=$builds/threads \
    $fixed_addresses "$bin/python" -m pytest -q -x -k thread $races
