#!/bin/sh
# The command `dubsar` beside the appliance: for root it speaks of the appliance's own games, tables
# and settings, as the appliance's user, so that no file there becomes root's. Paths are relative to
# that user's folder.
if [ "$(id -u)" = 0 ]; then
    cd /var/lib/dubsar || exit 1
    exec runuser -u dubsar -- env DUBSAR_HOME=/var/lib/dubsar /opt/dubsar/bin/dubsar "$@"
fi
exec /opt/dubsar/bin/dubsar "$@"
