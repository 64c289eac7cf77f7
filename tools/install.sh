#!/bin/sh
# Installs Dubsar as an appliance: `sudo make install` on Raspberry Pi OS or Debian, 12 or 13. Again:
# brings it up to date. Games, tables and settings are kept. FOR=console takes the whole display,
# FOR=desktop a window in the session of whoever logs in; left to itself it goes by the system.
set -eu
umask 022
cd "$(dirname "$0")/.."
. tools/appliance.sh
least_mb=1000
# From Debian: what PyPI has of these cannot show on a Pi without a desktop, does not know the Pi's
# camera or has no wheel. The two libraries are linked by the OpenCV wheel, which lacks them.
packages="python3 python3-venv python3-numpy python3-pil python3-pygame libgl1 libglib2.0-0"
doubles="numpy PIL pygame simplejpeg picamera2 lgpio"
work=
paused=
trap clean_up EXIT

# What failed half way leaves the service as it was.
clean_up() {
    rm -rf "$work"
    if [ -n "$paused" ] && [ -e $service ]; then
        systemctl --no-block start dubsar.service
        [ ! -e $update.path ] || systemctl --no-block start dubsar-update.path
        step "to see what is missing, type: sudo dubsar doctor"
    fi
}

check_system() {
    step "looking at this system"
    need_root install
    command -v apt-get >/dev/null || fail "this system has no apt-get" \
        "use Raspberry Pi OS or Debian, 12 or 13"
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) fail "this is no 64-bit system, for which OpenCV exists" \
        "write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    free_mb=$(df -Pm /opt | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge $least_mb ] || fail "only $free_mb MB are free, $least_mb are needed" \
        "sudo apt-get clean, or a larger card"
    variant=${FOR:-$(usual_variant)}
    case $variant in
    console | desktop) step "this will be for the $variant" ;;
    *) fail "FOR is $variant" "sudo make install FOR=console, or FOR=desktop" ;;
    esac
}

usual_variant() {
    if [ "$(systemctl get-default)" = graphical.target ] &&
        [ -n "$(ls /usr/share/wayland-sessions /usr/share/xsessions 2>/dev/null)" ]; then
        echo desktop
    else
        echo console
    fi
}

install_packages() {
    step "fetching Debian's packages"
    apt-get -qq update </dev/null || fail "the list of packages could not be fetched" \
        "look at the network, then the same again"
    add_package python3-picamera2 "a webcam does, a camera module does not"
    add_package python3-lgpio "keys and touch do, buttons and light do not"
    add_package espeak-ng "the program makes sounds, but does not speak"
    # shellcheck disable=SC2086  # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install \
        --no-install-recommends $packages \
        </dev/null >/dev/null || fail "apt-get could not install $packages" \
        "sudo apt-get --fix-broken install, then the same again"
    /usr/bin/python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
        fail "$(/usr/bin/python3 --version) is not 3.11, 3.12 or 3.13" \
            "use Raspberry Pi OS or Debian, 12 or 13"
}

# add_package NAME WITHOUT: one that Raspberry Pi OS has, but not every Debian.
add_package() {
    if apt-cache policy "$1" | grep -q 'Candidate: [^(]'; then
        packages="$packages $1"
    else
        step "$1 is not to be had here: $2"
    fi
}

make_environment() {
    # One that another Python made does not see Debian's packages.
    if ! $home/bin/python -m pip --version >/dev/null 2>&1 ||
        [ "$($home/bin/python --version)" != "$(/usr/bin/python3 --version)" ]; then
        step "making the environment $home"
        /usr/bin/python3 -m venv --clear --system-site-packages $home ||
            fail "$home could not be made" "sudo rm -r $home, then the same again"
    fi
}

pause_service() {
    if systemd_runs && systemctl --quiet is-active dubsar.service; then
        step "ending the service meanwhile; it comes back"
        systemctl stop dubsar.service
        paused=yes
    fi
}

install_program() {
    step "installing the program and its Python packages (some minutes the first time)"
    work=$(mktemp -d)
    # Not from here: root would leave its files in somebody's checkout.
    tar -cf - --exclude=__pycache__ pyproject.toml README.md LICENSE \
        companion engine hardware seeds vision | tar -xf - -C "$work"
    # Debian's are the ones to fit in with: its camera packages are made for its numpy.
    /usr/bin/python3 - >"$work/constraints.txt" <<'END'
from importlib.metadata import version

for name in ("numpy", "pygame"):
    print(f"{name}=={version(name)}")
END
    $home/bin/python -m pip install --quiet --no-cache-dir --disable-pip-version-check \
        --constraint "$work/constraints.txt" --only-binary=numpy,opencv-python,pygame \
        "${work}[pi]" </dev/null || fail "pip could not install the Python packages" \
        "look at the network, then the same again"
}

check_program() {
    step "checking that it fits in with Debian's packages"
    for name in $doubles; do
        for found in "$home"/lib/python3*/site-packages/"$name"; do
            ! [ -e "$found" ] || fail "a second $name is in $home" \
                "sudo rm -r $home, then the same again"
        done
    done
    problem=$(cd / && $home/bin/python -c 'import cv2, gpiozero, numpy, pygame' 2>&1 >/dev/null) ||
        fail "it is installed but does not run: $(echo "$problem" | tail -n 1)" \
            "sudo rm -r $home, then the same again"
}

install_units() {
    step "installing the service"
    remove_units
    install -D -m 644 systemd/pins.rules $rules
    install -D -m 644 systemd/sysusers.conf $sysusers
    install -D -m 644 systemd/tmpfiles.conf $tmpfiles
    systemd-sysusers $sysusers || fail "the user dubsar could not be made" \
        "systemd-sysusers $sysusers says why"
    systemd-tmpfiles --create $tmpfiles || fail "$games could not be made" \
        "systemd-tmpfiles --create $tmpfiles says why"
    [ -e $settings/settings.toml ] ||
        $home/bin/dubsar config --template >$settings/settings.toml
    if [ "$variant" = desktop ]; then
        install -D -m 644 systemd/user/dubsar.service $user_service
        install -D -m 644 systemd/autostart.desktop $autostart
        ln -s $home/bin/dubsar $command
    else
        install -D -m 644 systemd/dubsar.service $service
        install -D -m 755 systemd/command.sh $command
        if needs_network; then
            step "letting the service use the local network, as the settings want it"
            install -D -m 644 systemd/network.conf $network
            ! serves_page || echo "SocketBindAllow=ipv4:tcp:$(page_port)" >>$network
        fi
        if needs_mosquitto; then
            step "installing Mosquitto, as the settings name a broker on this computer"
            DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install \
                --no-install-recommends mosquitto </dev/null >/dev/null ||
                step "mosquitto could not be installed; what happens is published once it is"
        fi
        install_updates
        systemctl --quiet enable dubsar.service || fail "the service could not be enabled" \
            "systemctl enable dubsar.service says why"
    fi
}

# What brings the program up to date when the screen asks for it; from a checkout of git alone.
install_updates() {
    [ -d .git ] || return 0
    install -d -o dubsar -g dubsar -m 750 $games/updates
    sed "s|/opt/dubsar-source|$(pwd)|" systemd/dubsar-update.service >$update.service
    install -m 644 systemd/dubsar-update.path $update.path
    systemctl --quiet enable dubsar-update.path || step "the screen cannot ask for updates"
}

# Whether the appliance's settings switch on the page for phones, or name a broker.
needs_network() { $command config | grep -Eq '^on = true|^broker = "[^"]'; }
serves_page() { $command config | grep -Eq '^on = true'; }
page_port() { $command config | sed -n 's/^port = \([0-9]*\).*/\1/p'; }
# Whether they name a broker on this computer.
needs_mosquitto() { $command config | grep -Eq '^broker = "(localhost|127\.0\.0\.1)"'; }

start() {
    paused=
    if ! systemd_runs; then
        step "no systemd runs here: it starts when this system does"
        return
    fi
    systemctl daemon-reload
    udevadm control --reload
    udevadm trigger --subsystem-match=gpio
    if [ "$variant" = desktop ]; then
        step "it starts at the next login; at once: systemctl --user start dubsar"
        step "to see what is missing, type: dubsar doctor"
    else
        step "starting it; its log: journalctl -u dubsar"
        systemctl --no-block start dubsar.service
        step "to see what is missing, type: sudo dubsar doctor"
    fi
}

check_system
install_packages
pause_service
make_environment
install_program
check_program
install_units
start
step "done"
