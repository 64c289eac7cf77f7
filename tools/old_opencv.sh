#!/bin/sh
# Runs the eye's tests on OpenCV 4.11, the one that fits Raspberry Pi OS Bookworm, where .venv has
# a newer one. Installs it once, in a folder of its own; safe to interrupt.
set -eu
cd "$(dirname "$0")/.."
version=4.11
folder=$PWD/.venv/opencv-$version
show='import cv2; print(cv2.__version__, "in", cv2.__path__[0])'

say() { echo "old_opencv: $*" >&2; }

tools/setup.sh dev
case $(.venv/bin/python -c "$show") in
$version.*)
    say "the tests have run on OpenCV $version already"
    exit 0
    ;;
esac
if ! [ -d "$folder" ]; then
    say "installing OpenCV $version beside .venv's own"
    rm -rf "$folder.part"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
        --target "$folder.part" "opencv-python==$version.*" </dev/null || {
        say "pip could not install it"
        exit 1
    }
    mv "$folder.part" "$folder"
fi
export PYTHONPATH="$folder${PYTHONPATH:+:$PYTHONPATH}"
case $(.venv/bin/python -c "$show") in
$version.*) say "tests/vision on OpenCV $(.venv/bin/python -c "$show")" ;;
*)
    say "expected OpenCV $version, found $(.venv/bin/python -c "$show")"
    exit 1
    ;;
esac
exec .venv/bin/python -m pytest -n auto --dist worksteal tests/vision "$@"
