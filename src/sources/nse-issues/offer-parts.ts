import { isCrore } from '../../market/facts/bounds.ts'
import { RUPEES_PER_CRORE } from '../../market/money.ts'
import { countFrom, numberFrom } from '../parsing/numbers.ts'
import { type Part, partNamed, QUANTITY, RUPEES_PER_UNIT, sizeSentence } from './size-sentence.ts'

/** How an issue is divided, as printed: amounts in crore or numbers of shares. What is not printed is left out. */
export interface OfferParts {
  readonly freshIssueShares?: number
  readonly freshIssueCr?: number
  readonly offerForSaleShares?: number
  readonly offerForSaleCr?: number
  readonly anchorShares?: number
  readonly marketMakerShares?: number
}

export interface ReadParts {
  readonly parts: OfferParts
  /** What is printed in no known form and therefore left out, in words. */
  readonly unread: readonly string[]
}

const NOTHING: ReadParts = { parts: {}, unread: [] }
const unread = (what: string): ReadParts => ({ parts: {}, unread: [what] })

/** The only words that may surround the numbers of an offer: any other may change their meaning. `pf` is a misprint. */
const OFFER_WORDS: ReadonlySet<string> = new Set(
  'comprising of pf a an fresh issue offer for sale aggregating value up to upto and'.split(' '),
)
const PORTION_WORDS: ReadonlySet<string> = new Set([
  ...'including and of up to upto aggregating for the equity portion allocation reservation'.split(' '),
  ...'anchor investor investors market maker eligible employee employees shareholder shareholders'.split(' '),
  ...'policyholder policyholders to be subscribed by'.split(' '),
])
const areAll = (known: ReadonlySet<string>, texts: readonly string[]): boolean =>
  texts.every((text) =>
    text
      .toLowerCase()
      .split(/[\s.,&]/)
      .every((word) => word === '' || known.has(word)),
  )

/** Those for whom a portion is set aside; the parts of employees and other holders have no term of their own. */
const HOLDERS: ReadonlyMap<RegExp, keyof OfferParts | null> = new Map([
  [/\banchor\b/i, 'anchorShares'],
  [/\bmarket maker\b/i, 'marketMakerShares'],
  [/\bemployees?\b/i, null],
  [/\bshareholders?\b/i, null],
  [/\bpolicyholders?\b/i, null],
])
const SUBSCRIBED_BY = /^\s*to be subscribed by\b/i

/** A number of the sentence, and the words between the number before and this one. */
interface Figure {
  readonly words: string
  readonly quantity: Readonly<Record<string, string | undefined>>
}

/**
 * The fresh issue, the offer for sale and the portions of anchors and the market maker, from NSE's sentence of the size.
 * What is printed in an unknown form is left out and named in `unread`.
 */
export function offerParts(prose: string): ReadParts {
  const sentence = sizeSentence(prose)
  if (sentence === null) return unread('the sentence')
  const offer = offerIn(sentence.offer)
  return merged([offer, ...sentence.inclusions.map(portionsIn)])
}

/** A part that comes twice is left out, since either may be the right one. */
function merged(readings: readonly ReadParts[]): ReadParts {
  const found = readings.flatMap(({ parts }) => Object.entries(parts))
  const twice = new Set<string>()
  const once = new Set<string>()
  for (const [key] of found) (once.has(key) ? twice : once).add(key)
  return {
    parts: Object.fromEntries(found.filter(([key]) => !twice.has(key))),
    unread: [...readings.flatMap(({ unread }) => unread), ...twice],
  }
}

function figuresIn(text: string): { readonly figures: readonly Figure[]; readonly rest: string } {
  const found = [...text.matchAll(QUANTITY)]
  const endOf = (index: number) => {
    const match = found[index]
    return match === undefined ? 0 : match.index + match[0].length
  }
  return {
    figures: found.map(({ index: at, groups = {} }, index) => ({
      words: text.slice(endOf(index - 1), at),
      quantity: groups,
    })),
    rest: text.slice(endOf(found.length - 1)),
  }
}

function offerIn(offer: string): ReadParts {
  const { figures, rest } = figuresIn(offer)
  const parts = figures.map(({ words }) => partNamed(words))
  const isKnown =
    figures.length > 0 &&
    areAll(OFFER_WORDS, [...figures.map(({ words }) => words), rest]) &&
    partNamed(rest) === 'whole' &&
    parts.every((part, index) => part !== null && parts.indexOf(part) === index) &&
    // The whole comes first: a number after a part that names no part may be anything.
    parts.indexOf('whole') <= 0 &&
    addsUp(parts[0] ?? null, figures)
  return isKnown
    ? merged(figures.map(({ quantity }, index) => partOf(parts[index] ?? null, quantity)))
    : unread('the offer')
}

/** False when the whole and its parts are numbers of shares and contradict each other. */
function addsUp(first: Part | null, figures: readonly Figure[]): boolean {
  const [whole, ...others] = figures.map(({ quantity }) => sharesOf(quantity) ?? Number.NaN)
  if (first !== 'whole' || whole === undefined || others.length === 0) return true
  const sum = others.reduce((total, shares) => total + shares, 0)
  return Number.isNaN(whole - sum) || whole === sum
}

function partOf(part: Part | null, quantity: Figure['quantity']): ReadParts {
  if (part === 'whole') return NOTHING
  const [key, name] =
    part === 'fresh'
      ? (['freshIssue', 'the fresh issue'] as const)
      : (['offerForSale', 'the offer for sale'] as const)
  const shares = sharesOf(quantity)
  if (shares !== null) return { parts: { [`${key}Shares`]: shares }, unread: [] }
  const crore = croreOf(quantity)
  return crore === null ? unread(name) : { parts: { [`${key}Cr`]: crore }, unread: [] }
}

/** The noun decides: a currency before a number of equity shares is a misprint. */
function sharesOf({ number = '', unit, shares }: Figure['quantity']): number | null {
  return shares === undefined || unit !== undefined ? null : countFrom(number) || null
}

/** An amount has a currency and a unit. */
function croreOf({ rupees, number = '', unit = '' }: Figure['quantity']): number | null {
  const perUnit = RUPEES_PER_UNIT.get(unit.toLowerCase())
  const value = numberFrom(number)
  if (rupees === undefined || perUnit === undefined || value === null) return null
  const crore = Math.round(value * perUnit * 100) / (RUPEES_PER_CRORE * 100)
  return isCrore(crore) ? crore : null
}

function portionsIn(inclusion: string): ReadParts {
  const { figures, rest } = figuresIn(inclusion)
  if (figures.length === 0 || !areAll(PORTION_WORDS, [...figures.map(({ words }) => words), rest]))
    return unread('the portions')
  const isAfter = figures.length === 1 && SUBSCRIBED_BY.test(rest)
  if (!isAfter && holdersNamed(rest).length > 0) return unread('the portions')
  // The noun may be printed once, after the last of several numbers.
  const lastNoun = figures.findLastIndex(({ quantity }) => quantity.shares !== undefined)
  return merged(
    figures.map(({ words, quantity }, index) =>
      portionOf(isAfter ? `${words}${rest}` : words, quantity, index <= lastNoun),
    ),
  )
}

const holdersNamed = (words: string): (keyof OfferParts | null)[] =>
  [...HOLDERS].filter(([name]) => name.test(words)).map(([, key]) => key)

function portionOf(
  words: string,
  { rupees, number = '', unit }: Figure['quantity'],
  isNounAfter: boolean,
): ReadParts {
  const holders = holdersNamed(words)
  const [key] = holders
  if (key === undefined || holders.length > 1) return unread('a portion')
  if (key === null) return NOTHING
  const shares = rupees === undefined && unit === undefined && isNounAfter ? countFrom(number) : null
  const name = key === 'anchorShares' ? 'the anchor portion' : "the market maker's portion"
  return shares ? { parts: { [key]: shares }, unread: [] } : unread(name)
}
