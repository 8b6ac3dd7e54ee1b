import Type, { type Static } from 'typebox'
import { LOCK_IN_DAYS } from '../../market/issues/lock-ins.ts'
import {
  choice,
  choiceSentence,
  clock,
  explained,
  fitting,
  number,
  object,
  objectOfOptional,
  oneOrMore,
  text,
  wholeNumber,
  withDefault,
} from './fields.ts'
import { CATEGORY_FORM, CATEGORY_WORDS, CLIENT_PART, DEAL_SYMBOL } from './text-rules.ts'

const CRORE = 10_000_000

/** What absent parameters mean. */
export const DEFAULTS = {
  opens: '09:00',
  allotment: '09:00',
  listsTomorrow: '18:00',
  lockInEnds: '09:00',
  daysBefore: 1,
  hoursBefore: 3,
  direction: 'either',
  category: 'TOTAL',
  dealValue: 0,
} as const

const atTime = (description: string, at: string) =>
  objectOfOptional(description, { at: withDefault(clock('The time of that day in India.', at), at) })

const category = explained(
  Type.String({
    pattern: CATEGORY_FORM.source,
    description: 'The category of investors.',
    examples: CATEGORY_WORDS,
  }),
  (value) => choiceSentence(value, CATEGORY_WORDS),
)

const gmp = fitting(
  objectOfOptional(
    'The GMP crosses a level, in percent or in rupees; at most once a day for each IPO, level and direction.',
    {
      percent: number(-100, 1000, 'The level in percent of the price.'),
      rupees: number(-100_000, 100_000, 'The level in rupees a share.'),
      direction: withDefault(
        choice(['up', 'down', 'either'], 'Which way it must cross the level.'),
        DEFAULTS.direction,
      ),
    },
    {
      // With the properties, because strict validators want what is required to be described beside it.
      oneOf: [
        { properties: { percent: {} }, required: ['percent'] },
        { properties: { rupees: {} }, required: ['rupees'] },
      ],
    },
  ),
  () => true,
  'needs either "percent" or "rupees", such as {"gmp": {"percent": 20}}',
)

const deal = fitting(
  objectOfOptional(
    'A bulk or block deal is disclosed, by symbol, by client, or of 1 crore rupees and more.',
    {
      symbol: oneOrMore(
        text(DEAL_SYMBOL, 'The symbol of a share.', 'ACME'),
        500,
        'The symbol of a share, or a list of symbols.',
      ),
      client: text(CLIENT_PART, "A part of the client's name.", 'Example Capital'),
      value: withDefault(
        number(0, 1e13, 'The minimum value of the deal in rupees; 1 crore is 10000000.'),
        DEFAULTS.dealValue,
      ),
    },
  ),
  ({ symbol, client, value = 0 }) => symbol !== undefined || client !== undefined || value >= CRORE,
  `needs "symbol", "client" or a "value" of at least ${CRORE} (1 crore rupees), so that not every deal is sent`,
)

const TRIGGERS = {
  opens: atTime('On the opening day.', DEFAULTS.opens),
  closes: objectOfOptional('So many hours before bidding ends.', {
    hoursBefore: withDefault(
      number(0.25, 72, 'Hours before bidding ends on the closing day.'),
      DEFAULTS.hoursBefore,
    ),
  }),
  allotment: atTime('On the day on which the allotment is due.', DEFAULTS.allotment),
  listsTomorrow: atTime('On the day before the listing.', DEFAULTS.listsTomorrow),
  listed: object('The share has listed: opening price and GMP at close.', {}),
  'lock-in-ends': objectOfOptional('So many days before anchor investors may sell.', {
    daysBefore: withDefault(
      wholeNumber(0, LOCK_IN_DAYS[0], 'Days before the lock-in ends.'),
      DEFAULTS.daysBefore,
    ),
    at: withDefault(clock('The time of that day in India.', DEFAULTS.lockInEnds), DEFAULTS.lockInEnds),
  }),
  new: object('An IPO is announced.', {}),
  datesMoved: object('Dates of an IPO change.', {}),
  withdrawn: object('An IPO is withdrawn or postponed.', {}),
  gmp,
  dispute: objectOfOptional('Sources start or stop disagreeing about the GMP.', {
    direction: withDefault(
      choice(['begins', 'ends', 'either'], 'Whether sources start or stop disagreeing.'),
      DEFAULTS.direction,
    ),
  }),
  subscription: object('The subscription of a category reaches a multiple.', {
    category: Type.Optional(withDefault(category, DEFAULTS.category)),
    times: number(0.01, 100_000, 'The multiple that the subscription reaches.'),
  }),
  deal,
}
type TriggerName = keyof typeof TRIGGERS
const NAMES = Object.keys(TRIGGERS) as TriggerName[]

/** Parameters for triggers that cannot do without. */
const EXAMPLES = { gmp: { percent: 20 }, subscription: { times: 2 }, deal: { symbol: 'ACME' } }
const needsParameters = (name: TriggerName): name is keyof typeof EXAMPLES => name in EXAMPLES

function triggerSentence(value: unknown): string {
  if (Array.isArray(value)) return 'must be one trigger, not a list; write one rule for each'
  const name = NAMES.find((each) => each === value)
  return name !== undefined && needsParameters(name)
    ? `needs the parameters of "${name}", such as ${JSON.stringify({ [name]: EXAMPLES[name] })}`
    : choiceSentence(value, NAMES)
}

export const Trigger = explained(
  Type.Union(
    [
      explained(
        Type.Enum(
          NAMES.filter((name): name is Exclude<TriggerName, keyof typeof EXAMPLES> => !needsParameters(name)),
          { type: 'string', description: 'What makes the rule fire.' },
        ),
        triggerSentence,
      ),
      explained(
        objectOfOptional('What makes the rule fire, with its parameters.', TRIGGERS, {
          minProperties: 1,
          maxProperties: 1,
        }),
        () => 'must have exactly one key, the name of the trigger; write one rule for each',
      ),
    ],
    { description: 'What makes the rule fire.' },
  ),
  triggerSentence,
)
export type FileTrigger = Static<typeof Trigger>
