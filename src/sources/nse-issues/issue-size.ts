import { isCrore } from '../../market/facts/bounds.ts'
import { PAISE_PER_CRORE, type Paise, RUPEES_PER_CRORE } from '../../market/money.ts'
import { countFrom, numberFrom } from '../parsing/numbers.ts'

/** How an issue is divided, as printed: amounts in crore or numbers of shares. What is not printed is left out. */
export interface OfferParts {
  readonly freshIssueShares?: number
  readonly freshIssueCr?: number
  readonly offerForSaleShares?: number
  readonly offerForSaleCr?: number
  readonly anchorShares?: number
  readonly marketMakerShares?: number
}

export interface IssueSize {
  /** The sum of the fresh issue and the offer for sale; `null` unless it is certain. */
  readonly issueSizeCr: number | null
  readonly parts: OfferParts
  /** What is printed in no known form and therefore left out, in words. */
  readonly unread: readonly string[]
}

/** A part that was read, one that was not, in words, or `null` for one that has no term of its own. */
type Reading = { readonly key: keyof OfferParts; readonly value: number } | string | null

/** The part of an issue that a number of the sentence belongs to. */
type Part = 'whole' | 'freshIssue' | 'offerForSale'

/** A number of the sentence, and what shows what it counts. */
interface Figure {
  /** The words between the number before and this one. */
  readonly words: string
  readonly number: string
  readonly hasCurrency: boolean
  readonly rupeesPerUnit: number | null
  /** True when `equity shares` follows. */
  readonly hasNoun: boolean
}

const RUPEES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['lakh', 100_000],
  ['million', 1_000_000],
  ['crore', RUPEES_PER_CRORE],
])
const LEAD = /^\w+ public (offering|offer|issue)\b/i
const QUANTITY =
  /(?<rupees>(?:\bRs\b\.?|₹)\s*)?(?<number>\d[\d,.]*\d|\d)\s*(?:(?<unit>lakh|million|crore)s?\b|(?<shares>(?:of )?equity shares\b))?/gi

/** The only words that may surround the numbers of an offer: any other may change their meaning. `pf` is a misprint. */
const OFFER_WORDS: ReadonlySet<string> = new Set(
  'comprising of pf a an fresh issue offer for sale aggregating value up to upto and'.split(' '),
)
const PORTION_WORDS: ReadonlySet<string> = new Set([
  ...'including and of up to upto aggregating for the equity portion allocation reservation'.split(' '),
  ...'anchor investor investors market maker eligible employee employees shareholder shareholders'.split(' '),
  ...'policyholder policyholders to be subscribed by'.split(' '),
])
/** Those for whom a portion is set aside; the parts of employees and other holders have no term of their own. */
const HOLDERS: ReadonlyMap<RegExp, Portion | null> = new Map([
  [/\banchor\b/i, 'anchorShares'],
  [/\bmarket maker\b/i, 'marketMakerShares'],
  [/\bemployees?\b/i, null],
  [/\bshareholders?\b/i, null],
  [/\bpolicyholders?\b/i, null],
])
const SUBSCRIBED_BY = /^\s*to be subscribed by\b/i

const NAMES = {
  freshIssue: 'the fresh issue',
  offerForSale: 'the offer for sale',
  anchorShares: 'the anchor portion',
  marketMakerShares: "the market maker's portion",
} as const
type Portion = 'anchorShares' | 'marketMakerShares'

/**
 * Parses NSE's sentence about the size of an issue: its fresh issue and its offer for sale, each as an amount or as
 * shares, their sum at the upper price, and the portions of anchors and the market maker, which are included in it. What
 * is printed in an unknown form is left out and named in `unread`.
 */
export function readIssueSize(prose: string, upperPrice: Paise | null): IssueSize {
  const sentence = splitSentence(prose)
  if (sentence === null) return { issueSizeCr: null, parts: {}, unread: ['the sentence'] }
  const offer = offerIn(sentence.offer)
  const readings = [
    ...(offer === null ? ['the offer'] : [...offer].map(partOf)),
    ...sentence.inclusions.flatMap(portionsIn),
  ]
  const unread = readings.filter((reading) => typeof reading === 'string')
  const found = readings.filter((reading) => typeof reading === 'object' && reading !== null)
  // A part that comes twice is left out, since either may be the right one.
  const isAgain = ({ key }: { readonly key: string }, at: number) =>
    found.slice(0, at).some((earlier) => earlier.key === key)
  const twice = new Set(found.filter(isAgain).map(({ key }) => key))
  const once = found.filter(({ key }) => !twice.has(key)).map(({ key, value }) => [key, value])
  return {
    issueSizeCr: offer === null ? null : croreOf(offer, upperPrice),
    parts: Object.fromEntries(once),
    unread: [...unread, ...twice],
  }
}

/**
 * The words after `Initial Public Offer`, and the portions that the offer includes, each beginning with `including`.
 * `null` when the sentence does not begin as an offer, or when brackets contain anything but portions.
 */
function splitSentence(
  prose: string,
): { readonly offer: string; readonly inclusions: readonly string[] } | null {
  const inclusions: string[] = []
  const take = (_found: string, inclusion: string) => {
    inclusions.push(inclusion)
    return ''
  }
  const sentence = prose
    .replace(/"/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\(([^()]*)\)/g, take)
    .replace(/\b(including\b.*)$/i, take)
  const isPortion = (inclusion: string) =>
    /^\s*including\b/i.test(inclusion) && partNamed(inclusion) === 'whole'
  if (!inclusions.every(isPortion) || /[()]/.test(sentence) || !LEAD.test(sentence)) return null
  return { offer: sentence.replace(LEAD, ''), inclusions }
}

/** The part of the issue that some words name: the whole when they name none, `null` when they name both. */
function partNamed(words: string): Part | null {
  const isFresh = /\bfresh (issue|offer)\b/i.test(words)
  const isSale = /\boffer for sale\b/i.test(words)
  if (isFresh && isSale) return null
  if (isFresh) return 'freshIssue'
  return isSale ? 'offerForSale' : 'whole'
}

/** The numbers of a text in which all words are known, and the words after the last; `null` for any other text. */
function figuresIn(
  text: string,
  known: ReadonlySet<string>,
): { readonly figures: readonly Figure[]; readonly rest: string } | null {
  const figures: Figure[] = []
  let end = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(QUANTITY)) {
    figures.push({
      words: text.slice(end, index),
      number: groups.number ?? '',
      hasCurrency: groups.rupees !== undefined,
      rupeesPerUnit: RUPEES_PER_UNIT.get(groups.unit?.toLowerCase() ?? '') ?? null,
      hasNoun: groups.shares !== undefined,
    })
    end = index + found.length
  }
  const rest = text.slice(end)
  const words = [...figures.map((figure) => figure.words), rest].join(' ').toLowerCase()
  const areKnown = words.split(/[\s.,&]/).every((word) => word === '' || known.has(word))
  return areKnown && figures.length > 0 ? { figures, rest } : null
}

/** The number of each part, the whole first where it is printed; `null` for an offer in an unknown form. */
function offerIn(text: string): ReadonlyMap<Part, Figure> | null {
  const found = figuresIn(text, OFFER_WORDS)
  if (found === null || partNamed(found.rest) !== 'whole') return null
  const offer = new Map<Part, Figure>()
  for (const figure of found.figures) {
    const part = partNamed(figure.words)
    // A part must come once, and a number after a part that names no part may be anything.
    if (part === null || offer.has(part) || (part === 'whole' && offer.size > 0)) return null
    offer.set(part, figure)
  }
  return isContradictory([...offer].map(([part, figure]) => [part, sharesIn(figure)])) ? null : offer
}

/** True when the whole and its parts are all known, and it is not their sum. */
function isContradictory(numbers: readonly (readonly [Part, number | null])[]): boolean {
  const [[first, whole = null] = [], ...others] = numbers
  if (first !== 'whole' || whole === null || others.length === 0) return false
  const sum = others.reduce((total, [, number]) => total + (number ?? Number.NaN), 0)
  return !Number.isNaN(sum) && sum !== whole
}

/** The noun decides: a currency before a number of equity shares is a misprint. */
const sharesIn = ({ number, hasNoun }: Figure): number | null => (hasNoun ? countFrom(number) || null : null)

/** An amount has a currency and a unit. */
function paiseIn({ number, hasCurrency, rupeesPerUnit }: Figure): number | null {
  const value = numberFrom(number)
  return value === null || !hasCurrency || rupeesPerUnit === null
    ? null
    : Math.round(value * rupeesPerUnit * 100)
}

/** The size of an offer: of its whole, or of its parts together. Shares with a currency are not certain enough. */
function croreOf(offer: ReadonlyMap<Part, Figure>, upperPrice: Paise | null): number | null {
  const worthOf = (figure: Figure) => {
    const shares = figure.hasCurrency ? null : sharesIn(figure)
    if (shares === null) return paiseIn(figure)
    return upperPrice === null ? null : shares * upperPrice
  }
  const worths = [...offer].map(([part, figure]) => [part, worthOf(figure)] as const)
  if (isContradictory(worths)) return null
  const counted = offer.has('whole') ? worths.slice(0, 1) : worths
  const isCertain = worths.every(([, paise]) => paise !== null)
  const crore = counted.reduce((sum, [, paise]) => sum + (paise ?? 0), 0) / PAISE_PER_CRORE
  return isCertain && isCrore(crore) ? crore : null
}

function partOf([part, figure]: readonly [Part, Figure]): Reading {
  if (part === 'whole') return null
  const shares = sharesIn(figure)
  if (shares !== null) return { key: `${part}Shares`, value: shares }
  const crore = (paiseIn(figure) ?? 0) / PAISE_PER_CRORE
  return isCrore(crore) ? { key: `${part}Cr`, value: crore } : NAMES[part]
}

function portionsIn(inclusion: string): Reading[] {
  const found = figuresIn(inclusion, PORTION_WORDS)
  if (found === null) return ['the portions']
  const { figures, rest } = found
  const isAfter = figures.length === 1 && SUBSCRIBED_BY.test(rest)
  if (!isAfter && holdersNamed(rest).length > 0) return ['the portions']
  // The noun may be printed once, after the last of several numbers.
  const lastNoun = figures.findLastIndex(({ hasNoun }) => hasNoun)
  return figures.map((figure, index) =>
    portionOf(isAfter ? `${figure.words}${rest}` : figure.words, figure, index <= lastNoun),
  )
}

const holdersNamed = (words: string): (Portion | null)[] =>
  [...HOLDERS].filter(([name]) => name.test(words)).map(([, key]) => key)

function portionOf(words: string, figure: Figure, isNounAfter: boolean): Reading {
  const holders = holdersNamed(words)
  const [key] = holders
  if (key === undefined || holders.length > 1) return 'a portion'
  if (key === null) return null
  const isCount = !figure.hasCurrency && figure.rupeesPerUnit === null && isNounAfter
  const shares = isCount ? countFrom(figure.number) : null
  return shares ? { key, value: shares } : NAMES[key]
}
