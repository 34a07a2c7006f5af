#!/bin/sh
# Run the tests on all cores: test.sh BIN inner, or test.sh BIN all [MORE TESTS]; test.sh BIN collect only compiles them to
# bytecode.
set -eu
bin=$1 ring=$2
shift 2

pages=$(echo tests/browser tests/games/*/pages)
others="--ignore=tests/dist --ignore=tests/rl"
for page in $pages; do others="$others --ignore=$page"; done

# The tests of compiled code also run interpreted, where an index out of range is an error: the inner ring does, and
# test_builds.py plays thousands of games on both. All other tests depend only on an engine's results, as do comparisons with
# naive models: they run on the installed one.
engine="$(echo tests/games/*/engine tests/games/*/players) tests/core tests/nets tests/search tests/golden"
engine="$engine --ignore-glob=tests/*/test_reference.py"

run() {
    (set -x && "$bin/python" -m pytest -q --dist worksteal "$@")
}

# shellcheck disable=SC2086  # one word per argument
case $ring in
collect) # The test run itself reports the faults of tests that cannot be collected.
    "$bin/python" -m pytest -q --collect-only --ring inner $others >/dev/null 2>&1 || true
    ;;
*)  # Two processes per core, since tests of servers mostly wait. Page tests get one: with two, browsers on a busy machine miss
    # deadlines. What the browsers leave of the processors is for the interpreted engine, whose tests have no deadlines.
    run -n $((2 * $(getconf _NPROCESSORS_ONLN))) --ring "$ring" $others
    if [ "$ring" = all ]; then
        log=$(mktemp)
        PYTHONPATH=src nice -n 19 "$bin/python" -m pytest -q -n 1 --ring inner $engine >"$log" 2>&1 &
        interpreted=$!
        trap 'kill "$interpreted"' INT TERM
    fi
    status=0
    run -n "${PAGE_PROCESSES:-auto}" --ring "$ring" $pages "$@" || status=$?
    if [ "$ring" = all ]; then
        wait "$interpreted" || status=$?
        cat "$log"
        rm "$log"
    fi
    exit $status
    ;;
esac
