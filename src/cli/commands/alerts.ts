import { check } from '../alerts/check.ts'
import { log } from '../alerts/log.ts'
import { replay } from '../alerts/replay.ts'
import { test } from '../alerts/test.ts'
import { defineGroup } from '../command.ts'

export const command = defineGroup({
  about: `Alerts follow the rules in the file that the setting ALERTS names; docs/alerts.md describes it. Only
    "test" sends anything. Times are those of India.`,
  exits: ['done', 'the file has problems or the message was not delivered'],
  commands: { check, test, replay, log },
})
