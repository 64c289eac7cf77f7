#!/bin/sh
# Tries `make install` of the last commit, an upgrade, the change to a desktop and `make uninstall` in a
# fresh Debian: `sudo tools/try_install.sh bookworm` or `trixie`. Needs debootstrap (`sudo apt install
# debootstrap`); no systemd runs in there. The Debian is made once, in build/try_install or in the folder
# named second, and used again the next time. With DEMO=1 it follows a whole game too.
set -eu
cd "$(dirname "$0")/.."
suite=${1:?bookworm or trixie}
root=${2:-build/try_install}/$suite
kept=/var/lib/dubsar/kept

say() { echo "try_install: $*"; }

fail() {
    say "FAILED: $*" >&2
    exit 1
}

inside() { chroot "$root" env HOME=/root LC_ALL=C.UTF-8 PYGAME_HIDE_SUPPORT_PROMPT=1 "$@"; }

make_debian() {
    say "making a Debian $suite in $root"
    mkdir -p "$root"
    debootstrap --variant=minbase \
        --include=ca-certificates,make,systemd,systemd-sysv,udev \
        "$suite" "$root" >"$root.log" 2>&1 || fail "see $root.log"
    # It is to reach the network as this computer does.
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    touch "$root/made"
}

no_doubles() {
    for name in numpy PIL pygame simplejpeg picamera2 lgpio; do
        if [ -n "$(find "$root/opt/dubsar" -ipath "*site-packages/$name" -print -quit)" ]; then
            fail "a second $name"
        fi
    done
    say "no second numpy, PIL, pygame, simplejpeg, picamera2 or lgpio; what the environment holds:"
    inside /opt/dubsar/bin/python -m pip list --local --disable-pip-version-check
}

try_service() {
    found=$(inside systemd-analyze verify --man=no /etc/systemd/system/dubsar.service 2>&1) ||
        fail "systemd-analyze verify: $found"
    [ -z "$found" ] || fail "systemd-analyze verify: $found"
    inside systemd-analyze security --offline=true --threshold=20 \
        /etc/systemd/system/dubsar.service | tail -n 1
    inside systemctl is-enabled dubsar.service
}

try_program() {
    inside /opt/dubsar/bin/python -c 'import cv2, numpy, pygame, sys
print("Python", sys.version.split()[0], "OpenCV", cv2.__version__, "numpy", numpy.__version__)'
    inside dubsar --version
    if [ "${DEMO:-}" = 1 ]; then
        inside dubsar demo --headless --seed 1 >/dev/null || fail "dubsar demo"
    fi
    say "dubsar doctor says:"
    inside dubsar doctor || say "its exit status is $?"
}

[ "$(id -u)" = 0 ] || fail "this needs root"
command -v debootstrap >/dev/null || fail "this needs debootstrap: sudo apt install debootstrap"
[ -e "$root/made" ] || make_debian
rm -rf "$root/srv/dubsar"
mkdir -p "$root/srv/dubsar"
git archive HEAD | tar -xf - -C "$root/srv/dubsar"
trap 'umount "$root/proc"' EXIT
mount --bind /proc "$root/proc"

say "make install"
inside make -C /srv/dubsar install || fail "make install"
no_doubles
try_service
try_program
say "make install, again"
inside runuser -u dubsar -- touch $kept
inside make -C /srv/dubsar install || fail "the upgrade"
inside test -e $kept || fail "the upgrade took the games"
no_doubles >/dev/null
say "make install FOR=desktop"
inside make -C /srv/dubsar install FOR=desktop || fail "the change to a desktop"
inside test ! -e /etc/systemd/system/dubsar.service || fail "the console's service is still there"
say "make uninstall"
inside make -C /srv/dubsar uninstall || fail "make uninstall"
inside test -e $kept || fail "uninstall took the games"
say "make uninstall PURGE=1"
inside make -C /srv/dubsar uninstall PURGE=1 || fail "make uninstall PURGE=1"
left=$(find "$root/etc" "$root/opt" "$root/usr/local" "$root/var/lib" -iname '*dubsar*')
[ -z "$left" ] || fail "left behind: $left"
say "all is well on $suite"
