# What tools/install.sh and tools/uninstall.sh have in common: where things lie, and how they speak.
# shellcheck shell=sh disable=SC2034  # whoever reads this file uses them

home=/opt/dubsar            # the environment with the program
games=/var/lib/dubsar       # games, tables and settings of the appliance
settings=/etc/dubsar        # settings for everybody on this computer
command=/usr/local/bin/dubsar
service=/etc/systemd/system/dubsar.service
update=/etc/systemd/system/dubsar-update
network=/etc/systemd/system/dubsar.service.d/network.conf
user_service=/etc/systemd/user/dubsar.service
autostart=/etc/xdg/autostart/dubsar.desktop
sysusers=/etc/sysusers.d/dubsar.conf
tmpfiles=/etc/tmpfiles.d/dubsar.conf
rules=/etc/udev/rules.d/60-dubsar-pins.rules

step() { echo "dubsar: $*"; }

# fail WHAT REMEDY
fail() {
    echo "dubsar: $1" >&2
    echo "dubsar: what to do: $2" >&2
    exit 1
}

need_root() {
    [ "$(id -u)" = 0 ] || fail "this needs root" "sudo make $1"
}

# In an image that is being prepared no systemd runs; units are enabled there all the same.
systemd_runs() { [ -d /run/systemd/system ]; }

# Ends the service, and takes away what starts it.
remove_units() {
    if [ -e $service ]; then
        if systemd_runs; then
            systemctl --quiet stop dubsar.service || true
        fi
        systemctl --quiet disable dubsar.service || true
    fi
    rm -f $network
    rmdir "$(dirname $network)" 2>/dev/null || true
    if systemd_runs && [ -e $update.path ]; then
        systemctl --quiet disable --now dubsar-update.path || true
    fi
    rm -f $update.path $update.service
    rm -f $service $user_service $autostart $rules $command
    if systemd_runs; then
        systemctl daemon-reload
    fi
}
