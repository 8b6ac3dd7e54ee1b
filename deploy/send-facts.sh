#!/bin/sh
# Sends to a server what it does not have yet of the store of this machine. greymark-send.timer runs it every few
# minutes, with the settings of the service and with SEND_TO, such as greymark@server.example. docs/operating.md, "Collect at
# home, serve elsewhere", describes both machines.
#
# The piece goes through a file, so that a failure of the export is noticed: what comes after a pipe hides it. The file
# has no name from its beginning on, so that nothing of it is left, however this ends.
set -eu

greymark=${GREYMARK:-/opt/greymark/node_modules/.bin/greymark}

server() {
  ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=4 \
    "${SEND_TO:?must name the server, such as greymark@server.example}" "$@"
}

position=$(server greymark import --position)

piece=$(mktemp)
exec 3> "$piece" 4< "$piece"
rm "$piece"

"$greymark" export "--since=$position" >&3
server greymark import - <&4
