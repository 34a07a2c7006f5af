#!/bin/sh
# Print the section of the changelog for a release: release_notes.sh VERSION. Fail unless it is the package's version, and dated.
set -eu
version=$1
if ! grep -qxF "version = \"$version\"" pyproject.toml; then
    echo "pyproject.toml has another version than $version." >&2
    exit 1
fi
if ! grep -qE "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md; then
    echo "CHANGELOG.md has no heading of the form \"## [$version] - 2026-01-31\"." >&2
    exit 1
fi
awk -v heading="## [$version] " '/^## / { inside = index($0, heading) == 1; next } inside' CHANGELOG.md
