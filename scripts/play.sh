#!/bin/sh
# Start the server of an environment, and say how to compile its engine if it is not compiled: play.sh BIN
"$1/kingdoms" --version | grep -q compiled ||
    echo "The engine runs interpreted, some seventy times slower than compiled. Compiling needs a C compiler and Python's" \
        "headers (Debian: apt install gcc python3-dev; Fedora: dnf install gcc python3-devel; macOS: xcode-select --install);" \
        "when they are there: make -B play"
exec "$1/kingdoms" serve
