#!/bin/sh
# Print "stale" if the Python of a virtual environment is missing, or differs from the one given: stale_venv.sh VENV [PYTHON]
version() { "$@" -c 'import sys; print(*sys.version_info[:3], sys.base_prefix)' 2>/dev/null; }

current=$(version "$1/bin/python")
shift
[ -n "$current" ] && { [ $# = 0 ] || [ "$current" = "$(version "$@")" ]; } || echo stale
