import { BOARDS } from '../../market/facts/fact.ts'
import type { NumberRange, RuleConditions } from './alert-rules.ts'
import {
  choiceKey,
  type FileKey,
  flagKey,
  isJsonObject,
  mappedKey,
  numberKey,
  objectKey,
  oneOrMoreKey,
  optionalKey,
  textKey,
} from './file-key.ts'
import { IPO_SLUG } from './names.ts'

const MOST_IPOS = 1000

const rangeKey = (
  bounds: { readonly min: number; readonly max: number; readonly isWhole?: boolean },
  description: string,
): FileKey<NumberRange | null> => {
  const object = objectKey(
    {
      min: optionalKey<number | null>(numberKey(bounds, 'At least this.'), null),
      max: optionalKey<number | null>(numberKey(bounds, 'At most this.'), null),
    },
    description,
    { minProperties: 1 },
  )
  const read: typeof object.read = (value, place) =>
    isJsonObject(value) ? object.read(value, place) : place.mustBe('a range such as {"min": 10}', value)
  return optionalKey<NumberRange | null>(
    mappedKey({ ...object, read }, (range, place) => {
      const { min, max } = range
      if (min === null && max === null) return place.problem('needs "min", "max" or both')
      if (min !== null && max !== null && min > max)
        return place.problem(`must have a min up to its max; got ${min} and ${max}`)
      return range
    }),
    null,
  )
}

/** What must hold of an IPO when the trigger fires. */
export const conditionsKey: FileKey<RuleConditions> = objectKey(
  {
    board: optionalKey<RuleConditions['board']>(choiceKey(BOARDS, 'The board on which it lists.'), null),
    ipos: optionalKey<readonly string[] | null>(
      oneOrMoreKey(
        textKey(IPO_SLUG, 'The slug of an IPO, the last part of the address of its page.', ['acme-foods']),
        MOST_IPOS,
        'Only this IPO, or these.',
      ),
      null,
    ),
    minAmount: rangeKey({ min: 0, max: 1e9 }, 'The smallest application, in rupees.'),
    gmpPercent: rangeKey({ min: -100, max: 10_000 }, 'The latest GMP in percent of the price.'),
    gmp: rangeKey({ min: -100_000, max: 100_000 }, 'The latest GMP in rupees a share.'),
    sources: rangeKey(
      { min: 0, max: 1000, isWhole: true },
      'How many independent sources are behind the latest GMP.',
    ),
    disputed: optionalKey<boolean | null>(
      flagKey('Whether the sources disagree about the latest GMP. false: only while they agree.'),
      null,
    ),
  },
  'What must hold of the IPO when the trigger fires; all of it. If a figure is unknown, a range on it is not met. Conditions do not apply to deals.',
)

export const NO_CONDITIONS: RuleConditions = {
  board: null,
  ipos: null,
  minAmount: null,
  gmpPercent: null,
  gmp: null,
  sources: null,
  disputed: null,
}
