#!/bin/sh
# Takes away what tools/install.sh installed: `sudo make uninstall`. Games, tables and settings stay,
# unless PURGE=1. Debian's packages stay in any case: others may use them.
set -eu
cd "$(dirname "$0")/.."
. tools/appliance.sh

need_root uninstall
step "taking the service away"
remove_units
step "taking the program away"
rm -rf $home $home.before
if [ "${PURGE:-}" = 1 ]; then
    step "taking games, tables and settings away"
    rm -rf $games $settings
    if getent passwd dubsar >/dev/null; then
        userdel dubsar || fail "the user dubsar could not be removed" "userdel dubsar says why"
    fi
    rm -f $sysusers $tmpfiles
else
    step "games and tables stay in $games, settings in $settings; PURGE=1 takes them too"
fi
step "done"
