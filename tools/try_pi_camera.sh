#!/bin/sh
# Holds the double of the Pi camera's library, and our use of it, against picamera2 itself, before a
# camera that libcamera draws: `sudo tools/try_pi_camera.sh`. It takes place in the Debian 13 that
# `sudo tools/try_install.sh trixie` made. A Pi's sensor, lens and formats are not met there.
set -eu
cd "$(dirname "$0")/.."
root=${1:-build/try_install}/trixie
drawn=$root/usr/share/libcamera/pipeline/virtual

say() { echo "try_pi_camera: $*"; }

fail() {
    say "FAILED: $*" >&2
    exit 1
}

inside() { chroot "$root" env HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

[ "$(id -u)" = 0 ] || fail "this needs root"
[ -e "$root/made" ] || fail "no Debian 13 in $root: run tools/try_install.sh trixie first"
rm -rf "$root/srv/dubsar"
mkdir -p "$root/srv/dubsar" "$drawn"
git archive HEAD | tar -xf - -C "$root/srv/dubsar"
trap 'umount "$root/proc"' EXIT
mount --bind /proc "$root/proc"

say "installing libcamera, picamera2 and what these tests need"
inside apt-get install -qq -y --no-install-recommends gcc libc6-dev python3-libcamera \
    libcamera-ipa python3-av python3-numpy python3-piexif python3-pil python3-prctl \
    python3-venv libgl1 libglib2.0-0t64 >"$root.pi.log" 2>&1 || fail "see $root.pi.log"
inside sh -c 'test -d /opt/pi || python3 -m venv --system-site-packages /opt/pi'
inside /opt/pi/bin/pip install -q --no-deps picamera2==0.3.38 simplejpeg videodev2
inside /opt/pi/bin/pip install -q hypothesis "opencv-python<6" pytest
inside gcc -shared -fPIC -O2 -o /opt/pi/udmabuf.so /srv/dubsar/tools/udmabuf_double.c

cat >"$drawn/virtual.yaml" <<'END'
"Virtual0":
  supported_formats:
  - {width: 1280, height: 1024, frame_rates: [15, 30]}
  test_pattern: "bars"
  location: "CameraLocationFront"
  model: "A camera that is drawn"
END

say "the tests"
inside env LD_PRELOAD=/opt/pi/udmabuf.so LIBCAMERA_LOG_LEVELS='*:ERROR' sh -c '
    cd /srv/dubsar && timeout 300 /opt/pi/bin/python -m pytest -p no:cacheprovider -v -rs \
        -m "long or not long" tests/hardware/test_pi_contract.py' || fail "the tests"
