#!/bin/sh
# Publishes what this machine knows as a folder of files, and uploads it to the host that serves it to the public.
# greymark-publish.timer runs it every hour with the settings of the service; docs/publishing.md describes the set-up.
#
#   UPLOAD_TO        for rsync: where the folder goes, such as site@server.example:/var/www/ipo
#   UPLOAD_COMMAND   instead, for the host's own tool: a line of shell, in which "$DIR" is the folder
#   DIR              the folder; /var/lib/greymark/site if not set
#   PUBLISH_OPTIONS  further options of "greymark publish", such as "--deal-days 14"
#
# If a source could not be read, the copy is published all the same, and says which; then this ends with the exit code of
# "greymark collect". If the copy could not be made, nothing is uploaded, and the public one says when it became stale.
set -eu

greymark=${GREYMARK:-/opt/greymark/node_modules/.bin/greymark}
link=${DIR:-/var/lib/greymark/site}

case "${UPLOAD_TO:+to}${UPLOAD_COMMAND:+command}" in
  to | command) ;;
  *)
    echo 'set either UPLOAD_TO or UPLOAD_COMMAND' >&2
    exit 2
    ;;
esac

# With COLLECT=on the service of this machine collects. The sources have nothing new between midnight and 8 in India, by a
# zone that needs no list of zones.
collected=0
hour=$(TZ=IST-5:30 date +%H)
if [ "${COLLECT:-off}" = off ] && [ "$hour" -ge 8 ]; then
  "$greymark" collect || collected=$?
  "$greymark" prune || collected=$?
fi

# shellcheck disable=SC2086 # several options, separated by spaces
"$greymark" publish "$link" ${PUBLISH_OPTIONS-}

# The folder of this run, and not the link. Tools leave notes of their own where they are started, so that is beside it.
DIR=$(cd -P -- "$link" && pwd)
export DIR
cd -- "$(dirname -- "$link")"

if [ -n "${UPLOAD_COMMAND-}" ]; then
  sh -c "$UPLOAD_COMMAND"
else
  # Whatever may read them here, the host's web server may read all files. They appear there together once all have
  # arrived, and what is gone is removed after that. The state comes last, and always: it vouches for the others.
  upload() {
    rsync --recursive --times --perms --chmod=D755,F644 --compress \
      --rsh='ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=4' "$@"
  }
  upload --delay-updates --delete-delay --exclude=/status.json "$DIR/" "$UPLOAD_TO"
  upload --ignore-times "$DIR/status.json" "$UPLOAD_TO"
fi

[ "$collected" -eq 0 ] || echo 'published, but not everything could be collected' >&2
exit "$collected"
