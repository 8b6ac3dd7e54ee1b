import Type from 'typebox'
import type { AlertRule } from './alert-rules.ts'
import { channelKey, type FileChannel } from './channel-keys.ts'
import { conditionsKey, NO_CONDITIONS } from './condition-keys.ts'
import {
  type FileKey,
  isJsonObject,
  listKey,
  mappedKey,
  objectKey,
  optionalKey,
  textKey,
} from './file-key.ts'
import { shownName } from './file-place.ts'
import { ALERT_NAME } from './names.ts'
import { clockKey, POLICY_KEYS } from './quiet-hours.ts'
import { triggerKey } from './trigger-keys.ts'

const MOST_CHANNELS = 100
const MOST_RULES = 5000
/** When a digest is sent for which the file sets no time. */
export const DIGEST_AT = '08:00'

const channelNames = listKey(
  textKey(ALERT_NAME, 'The name of a channel.', ['family']),
  MOST_CHANNELS,
  'The names of the channels that get the message.',
)

const ruleKey: FileKey<AlertRule> = mappedKey(
  objectKey(
    {
      name: textKey(ALERT_NAME, 'A name of your choice, for the log and for "greymark alerts test".', [
        'closing',
      ]),
      on: triggerKey,
      where: optionalKey(conditionsKey, NO_CONDITIONS),
      channels: channelNames,
    },
    'When something happens to an IPO that meets the conditions, these channels get a message.',
  ),
  ({ name, on, where, channels }) => ({ name, trigger: on, where, channels }),
)

const rulesKey: FileKey<readonly AlertRule[]> = {
  schema: Type.Array(ruleKey.schema, {
    maxItems: MOST_RULES,
    description: 'The rules. If several fire for the same event, a channel gets one alert.',
  }),
  read: (value, place) => {
    if (!Array.isArray(value)) return place.mustBe('a list of rules', value)
    if (value.length > MOST_RULES) return place.problem(`must be at most ${MOST_RULES}; got ${value.length}`)
    const rules = value.map((rule, i) => ruleKey.read(rule, place.subject(ruleSubject(rule, i))))
    const read = rules.filter((rule) => rule !== undefined)
    return read.length === rules.length ? read : undefined
  },
}

/** How messages name a rule: `rules[3] "closing"`. */
export const ruleSubject = (rule: unknown, index: number): string =>
  isJsonObject(rule) && typeof rule.name === 'string'
    ? `rules[${index}] ${shownName(rule.name)}`
    : `rules[${index}]`

const channelSubject = (name: string): string => `channels ${shownName(name)}`

const channelsKey: FileKey<ReadonlyMap<string, FileChannel>> = {
  schema: Type.Record(Type.String(), channelKey.schema, {
    maxProperties: MOST_CHANNELS,
    description: 'Who receives messages: for each name of your choice, a receiver.',
  }),
  read: (value, place) => {
    if (!isJsonObject(value)) return place.mustBe('an object with a channel for each name', value)
    const names = Object.keys(value)
    if (names.length > MOST_CHANNELS)
      return place.problem(`must be at most ${MOST_CHANNELS}; got ${names.length}`)
    const entries = names.map((name) => {
      const channel = channelKey.read(value[name], place.subject(channelSubject(name)))
      return ALERT_NAME.isRight(name)
        ? ([name, channel] as const)
        : ([name, place.subject(channelSubject(name)).problem(`must have ${ALERT_NAME.expected}`)] as const)
    })
    const read = entries.flatMap(([name, channel]) =>
      channel === undefined ? [] : [[name, channel] as const],
    )
    return read.length === entries.length ? new Map(read) : undefined
  },
}

const digestKey = objectKey(
  {
    at: optionalKey(clockKey('The time of day in India.', DIGEST_AT), DIGEST_AT),
    channels: channelNames,
  },
  "A message every morning: what opens, closes, is due for allotment and lists today, and yesterday's results. If there is nothing to report, no message is sent.",
)

/** The whole file. */
export const alertsFileKey = objectKey(
  {
    $schema: optionalKey<null>(
      {
        schema: Type.String({
          description: 'Where this description of the file is, for editors. It is ignored.',
        }),
        read: () => null,
      },
      null,
    ),
    channels: channelsKey,
    rules: optionalKey<readonly AlertRule[]>(rulesKey, []),
    digest: optionalKey<{ readonly at: string; readonly channels: readonly string[] } | null>(
      digestKey,
      null,
    ),
    ...POLICY_KEYS,
  },
  'Alerts of Greymark: who gets a message, and about what.',
)

/** The description of the file for editors, as JSON Schema. */
export const alertsFileSchema = (): object => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Alerts of Greymark',
  ...alertsFileKey.schema,
})
