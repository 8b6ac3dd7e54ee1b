import Type, { type Static } from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import { FileChannel } from '../channels/channel-settings.ts'
import { limits } from '../channels/settings-parts.ts'
import {
  choice,
  clock,
  explained,
  flag,
  isObject,
  list,
  mustBe,
  number,
  object,
  objectOfOptional,
  oneOrMore,
  text,
  wholeNumber,
  withDefault,
} from './fields.ts'
import { ALERT_NAME, IPO_SLUG } from './text-rules.ts'
import { Trigger } from './trigger-schema.ts'

const MOST_CHANNELS = 100
const MOST_RULES = 5000
/** When a digest is sent for which the file sets no time. */
export const DIGEST_AT = '08:00'

const range = (
  description: string,
  bound: (description: string) => ReturnType<typeof number | typeof wholeNumber>,
) =>
  explained(
    objectOfOptional(
      description,
      { min: bound('At least this.'), max: bound('At most this.') },
      { minProperties: 1 },
    ),
    (value) => {
      if (!isObject(value)) return mustBe('a range such as {"min": 10}', value)
      const { min, max } = value as { min?: number; max?: number }
      return min === undefined || max === undefined
        ? 'needs "min", "max" or both'
        : `must have a min up to its max; got ${min} and ${max}`
    },
    ({ min = -Infinity, max = Infinity }) => min <= max,
  )

const Conditions = objectOfOptional(
  'What must hold of the IPO when the trigger fires; all of it. If a figure is unknown, a range on it is not met. Conditions do not apply to deals.',
  {
    board: choice(BOARDS, 'The board on which it lists.'),
    ipos: oneOrMore(
      text(IPO_SLUG, 'The slug of an IPO, the last part of the address of its page.', 'acme-foods'),
      1000,
      'Only this IPO, or these.',
    ),
    minAmount: range('The smallest application, in rupees.', (bound) => number(0, 1e9, bound)),
    gmpPercent: range('The latest GMP in percent of the price.', (bound) => number(-100, 10_000, bound)),
    gmp: range('The latest GMP in rupees a share.', (bound) => number(-100_000, 100_000, bound)),
    sources: range('How many independent sources are behind the latest GMP.', (bound) =>
      wholeNumber(0, 1000, bound),
    ),
    disputed: flag('Whether the sources disagree about the latest GMP. false: only while they agree.'),
  },
)
export type FileConditions = Static<typeof Conditions>

const channelNames = list(
  text(ALERT_NAME, 'The name of a channel.', 'family'),
  MOST_CHANNELS,
  'The names of the channels that get the message.',
)

const Rule = object(
  'When something happens to an IPO that meets the conditions, these channels get a message.',
  {
    name: text(ALERT_NAME, 'A name of your choice, for the log and for "greymark alerts test".', 'closing'),
    on: Trigger,
    where: Type.Optional(Conditions),
    channels: channelNames,
  },
)

const Digest = object(
  "A message every morning: what opens, closes, is due for allotment and lists today, and yesterday's results. If there is nothing to report, no message is sent.",
  {
    at: Type.Optional(withDefault(clock('The time of day in India.', DIGEST_AT), DIGEST_AT)),
    channels: channelNames,
  },
)

const channels = explained(
  Type.Record(Type.String(), FileChannel, {
    propertyNames: text(ALERT_NAME, 'A name of your choice.', 'family'),
    maxProperties: MOST_CHANNELS,
    description: 'Who receives messages: for each name of your choice, a receiver.',
  }),
  (value) =>
    isObject(value)
      ? `must be at most ${MOST_CHANNELS}; got ${Object.keys(value).length}`
      : mustBe('an object with a channel for each name', value),
)

const rules = explained(
  Type.Array(Rule, {
    maxItems: MOST_RULES,
    description: 'The rules. If several fire for the same event, a channel gets one alert.',
  }),
  (value) =>
    Array.isArray(value)
      ? `must be at most ${MOST_RULES}; got ${value.length}`
      : mustBe('a list of rules', value),
)

/** The whole file. Its types follow from it, and editors get it. */
export const AlertsFile = object(
  'Alerts of Greymark: who gets a message, and about what.',
  {
    $schema: Type.Optional(
      Type.Unknown({ description: 'Where this description of the file is, for editors. It is ignored.' }),
    ),
    channels,
    rules: Type.Optional(rules),
    digest: Type.Optional(Digest),
    ...limits,
  },
  { title: 'Alerts of Greymark' },
)
export type AlertsFile = Static<typeof AlertsFile>
