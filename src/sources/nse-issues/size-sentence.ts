import { RUPEES_PER_CRORE } from '../../market/money.ts'

/** The part of an issue that a number in NSE's sentence of the size belongs to. */
export type Part = 'whole' | 'fresh' | 'sale'

export const RUPEES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['lakh', 100_000],
  ['million', 1_000_000],
  ['crore', RUPEES_PER_CRORE],
])
const LEAD = /^\w+ public (offering|offer|issue)\b/i

/** A number with everything that shows what it counts. */
export const QUANTITY =
  /(?<rupees>(?:\bRs\b\.?|₹)\s*)?(?<number>\d[\d,.]*\d|\d)\s*(?:(?<unit>lakh|million|crore)s?\b|(?<shares>(?:of )?equity shares\b))?/gi

export interface SizeSentence {
  /** The words after `Initial Public Offer`, without the portions. */
  readonly offer: string
  /** The portions that the offer includes, each beginning with `including`. */
  readonly inclusions: readonly string[]
}

/**
 * Splits NSE's sentence of the size. `null` when it does not begin as an offer, or when brackets contain anything but
 * portions, or a part of the issue.
 */
export function sizeSentence(prose: string): SizeSentence | null {
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
export function partNamed(words: string): Part | null {
  const isFresh = /\bfresh (issue|offer)\b/i.test(words)
  const isSale = /\boffer for sale\b/i.test(words)
  if (isFresh && isSale) return null
  if (isFresh) return 'fresh'
  return isSale ? 'sale' : 'whole'
}
