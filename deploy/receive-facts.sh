#!/bin/sh
# The only command that the key of a machine at home may run on the server: sshd starts it for each command of
# send-facts.sh, whatever is asked for. docs/operating.md, "Collect at home, serve elsewhere", has the line of
# authorized_keys.
set -eu

greymark=${GREYMARK:-/opt/greymark/node_modules/.bin/greymark}
PATH=/opt/greymark/node_modules/.bin:$PATH

case ${SSH_ORIGINAL_COMMAND-} in
  'greymark import --position') what=--position ;;
  'greymark import -') what=- ;;
  *)
    echo 'this key may only send facts' >&2
    exit 2
    ;;
esac
if [ ! -e "$greymark" ]; then
  echo "the server has no $greymark; if it is being upgraded, the next attempt succeeds" >&2
  exit 1
fi
exec node --env-file-if-exists=/etc/greymark/greymark.env "$greymark" import "$what"
