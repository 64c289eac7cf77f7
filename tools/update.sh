#!/bin/sh
# Brings an appliance up to date when its screen asks for it: `update.sh`, as root, from the unit
# dubsar-update. What is wanted stands in the file `wanted`: "check" looks for what is new, "install"
# installs it. Where the new version does not come up, the old one is put back; where the power fails
# meanwhile, at the next start. Games, tables and settings are not touched, and are backed up first.
# ROOT is where tests put the system.
set -eu
umask 022
root=${ROOT:-}
cd "$(dirname "$0")/.."
. tools/appliance.sh
home=$root$home
updates=$root$games/updates
patience=${PATIENCE:-240} # seconds in which the new version must come up
steady=${STEADY:-20}      # seconds for which it must run then

state() { echo "$1" >"$updates/state.new" && mv "$updates/state.new" "$updates/state"; }

# Whoever owns the checkout: git trusts nobody else's.
as_owner() {
    owner=$(stat -c %U .)
    if [ "$(id -un)" = "$owner" ]; then "$@"; else runuser -u "$owner" -- "$@"; fi
}

check() {
    state checking
    if ! as_owner git fetch --quiet; then
        state unreachable
        return
    fi
    rm -f "$updates"/news.*
    for page in $(as_owner git ls-tree -r --name-only '@{upstream}' docs | grep '/news\.md$'); do
        language=$(basename "$(dirname "$page")")
        as_owner git show "HEAD:$page" >"$updates/old" 2>/dev/null || : >"$updates/old"
        as_owner git show "@{upstream}:$page" | grep '^- ' |
            grep -vxFf "$updates/old" >"$updates/news.$language" || true
    done
    rm -f "$updates/old"
    if [ "$(as_owner git rev-parse HEAD)" = "$(as_owner git rev-parse '@{upstream}')" ]; then
        state current
    else
        state available
    fi
}

# `underway` holds the old version while another is installed; the unit starts where there is one.
go_back() {
    state returning
    systemctl stop dubsar.service || true
    as_owner git reset --quiet --keep "$(cat "$updates/underway")"
    rm -rf "$home"
    mv "$home.before" "$home"
    systemctl start dubsar.service || true
    state failed
}

runs() { systemctl --quiet is-active dubsar.service; }

# Whether the service has come up, and stays.
comes_up() {
    left=$patience
    until runs; do
        [ "$left" -gt 0 ] || return 1
        left=$((left - 1))
        sleep 1
    done
    sleep "$steady"
    runs
}

install_new() {
    state installing
    # The command beside the appliance speaks of the appliance's games, not of root's.
    rm -f "$updates/before.zip.new"
    "$root$command" games backup "$updates/before.zip.new" >/dev/null 2>&1 &&
        mv "$updates/before.zip.new" "$updates/before.zip" || rm -f "$updates/before.zip.new"
    rm -rf "$home.before" "$home.before.new"
    cp -a "$home" "$home.before.new"
    sync
    mv "$home.before.new" "$home.before"
    as_owner git rev-parse HEAD >"$updates/underway"
    if ! as_owner git merge --quiet --ff-only '@{upstream}'; then
        rm -rf "$home.before"
        state failed
        return
    fi
    if tools/install.sh && comes_up; then
        state done
        rm -f "$updates/underway" "$updates"/news.*
        rm -rf "$home.before"
    else
        go_back
    fi
}

mkdir -p "$updates"
wanted=$(cat "$updates/wanted" 2>/dev/null || true)
rm -f "$updates/wanted"
if [ -e "$updates/underway" ]; then
    wanted=
    if [ -d "$home.before" ]; then go_back; else state failed; fi
fi
case $wanted in
check) check ;;
install) install_new ;;
esac
rm -f "$updates/underway"
