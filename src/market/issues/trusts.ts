const UNITS = /\b(?:trust|invit|reit)s?\b/i
const COMPANY_ENDING = /^(?:limited|ltd)$/
const TRUST_WORD = /^(?:invit|reit)s?$/
/** Before `Trust`, these words name the two kinds of trusts whose units are listed. */
const KINDS_OF_TRUSTS: ReadonlySet<string> = new Set(['investment', 'infrastructure'])

/** True for a type of security that is units of a trust: `InvIT`, `Real Estate Investment Trusts (REITs)`. */
export const isTrustType = (type: string): boolean => UNITS.test(type)

/**
 * True for the name of a trust: with the word InvIT or REIT, with `Investment Trust` or `Infrastructure Trust`, or with
 * `Trust` as its last word. A name that ends with Limited is that of a company, and so is `Trust Foods`.
 */
export function isTrustName(name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (COMPANY_ENDING.test(words.at(-1) ?? '')) return false
  return words.some(
    (word, i) =>
      TRUST_WORD.test(word) ||
      (word === 'trust' && i > 0 && (i === words.length - 1 || KINDS_OF_TRUSTS.has(words[i - 1] ?? ''))),
  )
}
