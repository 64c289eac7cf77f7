#!/bin/sh
# Sets up .venv for this project, once: `tools/setup.sh` for running, `tools/setup.sh dev` for
# developing too. Safe to interrupt: the stamp that says "done" is written last.
set -eu
cd "$(dirname "$0")/.."
want=${1:-run}
debian=/usr/lib/python3/dist-packages  # where apt puts Python packages

say() { echo "setup: $*" >&2; }

fail() {
    say "$*"
    exit 1
}

# What the environment was made from; any change of it, or a moved clone, sets up again.
fingerprint=$(cat pyproject.toml tools/setup.sh | cksum)" $PWD"
is_done() { [ -x .venv/bin/python ] && [ "$(cat ".venv/$1.stamp" 2>/dev/null)" = "$fingerprint" ]; }
if is_done "$want" || is_done dev; then
    exit 0
fi

find_python() {
    for name in python3 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null
        then
            command -v "$name"
            return
        fi
    done
}

on_raspberry_pi_os() { [ -e /etc/rpi-issue ]; }

# The packages of the system that are missing, by Debian's names.
missing_packages() {
    if [ -z "$python" ]; then
        # Debian's own python3 is taken, whichever it is; the next search judges it.
        echo python3 python3-venv
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$(basename "$python")-venv"
    fi
    # The OpenCV wheel links these two and does not carry them.
    has_library libGL.so.1 || echo libgl1
    has_library libglib-2.0.so.0 || echo libglib2.0-0
    # PyPI's pygame cannot show anything on a Pi without a desktop; Debian's can.
    if on_raspberry_pi_os && ! [ -d $debian/pygame ]; then
        echo python3-pygame python3-numpy
    fi
}

has_library() {
    if [ -n "$python" ]; then
        "$python" -c "import ctypes; ctypes.CDLL('$1')" 2>/dev/null
    else
        /sbin/ldconfig -p | grep -q "$1 "
    fi
}

# What some tests need beside that, by Debian's names; without it they are skipped, and say so.
missing_test_packages() {
    command -v chromium >/dev/null || echo chromium
    command -v chromedriver >/dev/null || echo chromium-driver
    command -v /usr/sbin/mosquitto >/dev/null || echo mosquitto
    command -v openssl >/dev/null || echo openssl
    command -v espeak-ng >/dev/null || echo espeak-ng
}

install_test_packages() {
    # Other tests do not need them: what goes wrong here is said, and no more.
    (install_packages "$@") || say "the tests that need these are skipped: $*"
}

install_packages() {
    if ! command -v apt-get >/dev/null; then
        fail "this system has no apt-get; install what Debian calls: $*"
    elif [ "$(id -u)" = 0 ]; then
        as_root="env"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root="sudo -n env"
    else
        fail "please type: sudo apt-get update && sudo apt-get install --no-install-recommends $*"
    fi
    say "installing $*"
    $as_root apt-get -qq update </dev/null >/dev/null || say "apt-get update failed; going on"
    $as_root DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "$@" \
        </dev/null >/dev/null || fail "apt-get could not install $*"
}

python=$(find_python)
packages=$(missing_packages | xargs)
if [ -n "$packages" ]; then
    # shellcheck disable=SC2086  # a list of words
    install_packages $packages
    python=$(find_python)
fi
[ -n "$python" ] || fail "no Python 3.11, 3.12 or 3.13 found; please install one"

if [ "$want" = dev ]; then
    packages=$(missing_test_packages | xargs)
    # shellcheck disable=SC2086  # a list of words
    [ -z "$packages" ] || install_test_packages $packages
fi

# Debian's picamera2 and pygame serve the Pi better than PyPI's, so let them be seen.
system=
for module in picamera2 pygame; do
    if "$python" -c 'import sys; sys.exit(sys.argv[1] not in sys.path)' $debian &&
        [ -d "$debian/$module" ]; then
        system=--system-site-packages
    fi
done

# An environment that works, was made here and sees the same packages is kept.
made="$python $system $PWD"
rm -f .venv/*.stamp
if ! .venv/bin/python -m pip --version >/dev/null 2>&1 ||
    [ "$(cat .venv/made 2>/dev/null)" != "$made" ]; then
    say "making .venv with $("$python" --version)"
    # shellcheck disable=SC2086  # nothing or one word
    "$python" -m venv --clear $system .venv || fail "$python could not make .venv"
    echo "$made" >.venv/made
fi

say "installing Python packages (some minutes the first time)"
if [ "$want" = dev ]; then extras='[dev]'; else extras=; fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
    --editable ".$extras" </dev/null || fail "pip could not install the packages named in pyproject.toml"
.venv/bin/python -c 'import cv2, numpy, pygame' >/dev/null ||
    fail "the packages are installed but cannot be imported; see the lines above"

echo "$fingerprint" >".venv/$want.stamp"
say "done"
