import Type from 'typebox'
import { asciiUpper } from '../../market/text-order.ts'
import { closedObject } from '../../reports/schemas/fields.ts'
import type { Trigger, TriggerName } from './alert-rules.ts'
import { categoryKey } from './category-words.ts'
import {
  choiceKey,
  type FileKey,
  isJsonObject,
  mappedKey,
  noteUnknownKeys,
  numberKey,
  objectKey,
  oneOrMoreKey,
  optionalKey,
  textKey,
} from './file-key.ts'
import { type FilePlace, shownName } from './file-place.ts'
import { CLIENT_PART, DEAL_SYMBOL } from './names.ts'
import { clockKey } from './quiet-hours.ts'

const CRORE = 10_000_000
const MOST_SYMBOLS = 500

const atTime = <const N extends 'opens' | 'allotment' | 'listsTomorrow'>(
  on: N,
  at: string,
  description: string,
): FileKey<Trigger> =>
  mappedKey(
    objectKey({ at: optionalKey(clockKey('The time of that day in India.', at), at) }, description),
    (parameters) => ({ on, ...parameters }),
  )

const without = <const N extends 'listed' | 'new' | 'datesMoved' | 'withdrawn'>(
  on: N,
  description: string,
): FileKey<Trigger> => mappedKey(objectKey({}, description), () => ({ on }))

const closes: FileKey<Trigger> = mappedKey(
  objectKey(
    {
      hoursBefore: optionalKey(
        numberKey({ min: 0.25, max: 72 }, 'Hours before bidding ends on the closing day.'),
        3,
      ),
    },
    'So many hours before bidding ends.',
  ),
  // Whole minutes, so that the moment is a whole number of milliseconds.
  ({ hoursBefore }) => ({ on: 'closes', hoursBefore: Math.round(hoursBefore * 60) / 60 }),
)

const gmp: FileKey<Trigger> = mappedKey(
  objectKey(
    {
      percent: optionalKey<number | null>(
        numberKey({ min: -100, max: 1000 }, 'The level in percent of the price.'),
        null,
      ),
      rupees: optionalKey<number | null>(
        numberKey({ min: -100_000, max: 100_000 }, 'The level in rupees a share.'),
        null,
      ),
      direction: optionalKey(
        choiceKey(['up', 'down', 'either'], 'Which way it must cross the level.'),
        'either',
      ),
    },
    'The GMP crosses a level, in percent or in rupees; at most once a day for each IPO, level and direction.',
    // With the properties, because strict validators want what is required to be described beside it.
    {
      oneOf: [
        { properties: { percent: {} }, required: ['percent'] },
        { properties: { rupees: {} }, required: ['rupees'] },
      ],
    },
  ),
  ({ percent, rupees, direction }, place) => {
    if (percent !== null && rupees === null) return { on: 'gmp', unit: 'percent', level: percent, direction }
    if (rupees !== null && percent === null) return { on: 'gmp', unit: 'rupees', level: rupees, direction }
    return place.problem('needs either "percent" or "rupees", such as {"gmp": {"percent": 20}}')
  },
)

const dispute: FileKey<Trigger> = mappedKey(
  objectKey(
    {
      direction: optionalKey(
        choiceKey(['begins', 'ends', 'either'], 'Whether sources start or stop disagreeing.'),
        'either',
      ),
    },
    'Sources start or stop disagreeing about the GMP.',
  ),
  ({ direction }) => ({ on: 'dispute', direction }),
)

const subscription: FileKey<Trigger> = mappedKey(
  objectKey(
    {
      category: optionalKey(categoryKey, 'TOTAL'),
      times: numberKey({ min: 0.01, max: 100_000 }, 'The multiple that the subscription reaches.'),
    },
    'The subscription of a category reaches a multiple.',
  ),
  (parameters) => ({ on: 'subscription', ...parameters }),
)

const deal: FileKey<Trigger> = mappedKey(
  objectKey(
    {
      symbol: optionalKey<readonly string[] | null>(
        oneOrMoreKey(
          textKey(DEAL_SYMBOL, 'The symbol of a share.', ['ACME']),
          MOST_SYMBOLS,
          'The symbol of a share, or a list of symbols.',
        ),
        null,
      ),
      client: optionalKey<string | null>(
        textKey(CLIENT_PART, "A part of the client's name.", ['Example Capital']),
        null,
      ),
      value: optionalKey(
        numberKey({ min: 0, max: 1e13 }, 'The minimum value of the deal in rupees; 1 crore is 10000000.'),
        0,
      ),
    },
    'A bulk or block deal is disclosed, by symbol, by client, or of 1 crore rupees and more.',
  ),
  ({ symbol, client, value }, place) =>
    symbol === null && client === null && value < CRORE
      ? place.problem(
          `needs "symbol", "client" or a "value" of at least ${CRORE} (1 crore rupees), so that not every deal is sent`,
        )
      : {
          on: 'deal',
          symbols: symbol?.map((each) => asciiUpper(each)) ?? null,
          client: client === null ? null : asciiUpper(client),
          minValue: value,
        },
)

const TRIGGERS: { readonly [N in TriggerName]: FileKey<Trigger> } = {
  opens: atTime('opens', '09:00', 'On the opening day.'),
  closes,
  allotment: atTime('allotment', '09:00', 'On the day on which the allotment is due.'),
  listsTomorrow: atTime('listsTomorrow', '18:00', 'On the day before the listing.'),
  listed: without('listed', 'The share has listed: opening price and GMP at close.'),
  new: without('new', 'An IPO is announced.'),
  datesMoved: without('datesMoved', 'Dates of an IPO change.'),
  withdrawn: without('withdrawn', 'An IPO is withdrawn or postponed.'),
  gmp,
  dispute,
  subscription,
  deal,
}
const NAMES = Object.keys(TRIGGERS) as TriggerName[]
/** The names that need no parameters. */
const ALONE = NAMES.filter((name) => !['gmp', 'subscription', 'deal'].includes(name))

export const triggerKey: FileKey<Trigger> = {
  schema: Type.Union(
    [
      Type.Enum(ALONE, { type: 'string', description: 'What makes the rule fire.' }),
      closedObject(Object.fromEntries(NAMES.map((name) => [name, Type.Optional(TRIGGERS[name].schema)])), {
        minProperties: 1,
        maxProperties: 1,
        description: 'What makes the rule fire, with its parameters.',
      }),
    ],
    { description: 'What makes the rule fire.' },
  ),
  read: (value, place) => {
    if (typeof value === 'string') return readNamed(value, {}, place)
    if (Array.isArray(value)) return place.problem('must be one trigger, not a list; write one rule for each')
    if (!isJsonObject(value)) return place.mustBe(`one of ${NAMES.join(', ')}`, value)
    const [name, ...more] = Object.keys(value)
    if (name === undefined || more.length > 0) {
      noteUnknownKeys(value, NAMES, place)
      return place.problem('must have exactly one key, the name of the trigger; write one rule for each')
    }
    return readNamed(name, value[name], place)
  },
}

function readNamed(name: string, parameters: unknown, place: FilePlace): Trigger | undefined {
  const known = NAMES.find((each) => each === name)
  if (known !== undefined) return TRIGGERS[known].read(parameters, place.key(known))
  const hint = place.findings.suggestion(name, NAMES)
  return place.problem(`must be one of ${NAMES.join(', ')}; got ${shownName(name)}${hint}`)
}
