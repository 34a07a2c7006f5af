#!/bin/sh
# Make a virtual environment with nothing but uv in it: make_venv.sh VENV PYTHON [GOALS]
set -eu
venv=$1 python=$2 # a command, so it can have several words
shift 2

if ! $python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    if version=$($python --version 2>&1); then problem="is $version"; else problem="is not here"; fi
    echo "Python 3.11 or newer is needed, and $python $problem." \
        "Say which one to take, as in: make $* PYTHON=python3.13" >&2
    exit 1
fi

echo "Making $venv with $($python --version)."
# Without pip at first, since venv takes seconds to unpack it and uv does not. A Python without pip of its own has no choice.
$python -m venv --clear --without-pip "$venv"
$python -m pip --python "$venv/bin/python" install -q --disable-pip-version-check uv 2>/dev/null || {
    $python -m venv --clear "$venv"
    "$venv/bin/pip" install -q --disable-pip-version-check uv
}
