import { addDays, type Day, type Instant } from '../../market/calendar.ts'
import { isExchangeAddress } from '../../market/exchanges.ts'
import { isPrice } from '../../market/facts/bounds.ts'
import type { DocumentKind, Exchange, Terms } from '../../market/facts/fact.ts'
import { isFurtherOffer, type NamedOutcome, outcomeOfName } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import { dayFromDMonY, momentFrom } from '../parsing/dates.ts'
import { rupeesFrom } from '../parsing/numbers.ts'
import { type CellRule, cellRule, type Row } from '../parsing/row.ts'
import { type ReportedTerms, type Subject, UNNAMED_SUBJECT } from '../source.ts'

/**
 * What an exchange says about an issue: how it names it, and the terms that it prints. A `null` would retract an earlier
 * statement, so terms that are not printed are left out.
 */
export function reportedTerms(
  exchange: Exchange,
  subject: Partial<Subject> & Pick<Terms, 'name'>,
  printed: Partial<Terms>,
): ReportedTerms {
  const { name, board = null } = subject
  const { openDate = null, closeDate = null, priceMin = null, priceMax = null } = printed
  const terms = { name, board, exchanges: [exchange], ...printed }
  return {
    kind: 'terms',
    subject: { ...UNNAMED_SUBJECT, openDate, closeDate, priceMin, priceMax, ...subject },
    terms: Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null)),
  }
}

export const outcomeTerms = (outcome: NamedOutcome | null): Pick<Terms, 'withdrawn' | 'postponed'> => ({
  withdrawn: outcome === 'withdrawn' ? true : null,
  postponed: outcome === 'postponed' ? true : null,
})

/** An issue as an exchange names it. */
export interface NamedIssue {
  readonly name: string
  readonly outcome: NamedOutcome | null
}

/**
 * The issue of a printed name, without the outcome appended to it. `null` for anything but a first offer, or for a window
 * of one.
 */
export function namedFirstOffer(printed: string): NamedIssue | null {
  const named = outcomeOfName(printed)
  return isFurtherOffer(printed) || named.outcome === 'withdrawal-window' ? null : named
}

/** The text after a name may be the outcome of an issue: an unknown one is reported, and never part of the name. */
export function reportUnknownOutcome(
  row: Row,
  columns: readonly string[],
  what: string,
  printed: string,
): void {
  const { name, outcome } = outcomeOfName(printed)
  const expected = `after "${name}" an outcome such as "Issue Withdrawn" was expected`
  if (outcome === 'unknown') row.report(columns, 'outcome-unknown', `${what} is "${printed}", ${expected}`)
}

/** How the names of companies end, with or without a former name in brackets. */
const COMPANY_END = /\b(?:limited|ltd|llp)\.?(?: ?\([^()]*\)|\))?\.?$/i
const SEPARATOR = /([,;]| and | & )/i

/**
 * The companies of a sentence, `A Limited, B and C Limited and D Limited`: a name ends where its legal form ends. `null`
 * when a name among several has no legal form.
 */
export function companiesFrom(text: string): readonly string[] | null {
  const pieces = text.replace(/\s+/g, ' ').trim().split(SEPARATOR)
  if (pieces.length === 1) return text.trim() === '' || hasSeveral(text) ? null : [tidy(text)]
  const names: string[] = []
  let name = ''
  let openBrackets = 0
  let isWhole = false
  for (const [index, piece] of pieces.entries()) {
    const isSeparator = index % 2 === 1
    if (isSeparator && isWhole) {
      names.push(tidy(name))
      name = ''
      isWhole = false
    } else if (name !== '' || !isSeparator) name += name === '' ? piece.trimStart() : piece
    if (isSeparator || piece.trim() === '') continue
    openBrackets += piece.split('(').length - piece.split(')').length
    isWhole = openBrackets === 0 && COMPANY_END.test(piece.trimEnd())
  }
  if (name.trim() === '') return names
  const all = [...names, tidy(name)]
  return isWhole && !all.some(hasSeveral) ? all : null
}

/** Words after a legal form, outside of brackets, begin another name. */
const hasSeveral = (name: string): boolean =>
  /\b(?:limited|ltd|llp)\b\.?\s*[^\s().]/i.test(name.replace(/\([^()]*\)/g, ''))

/**
 * The companies that BSE packs with their addresses: `A Limited^address||||||||email|person#B Limited^...`. `null` when
 * a part among several has no name of its own.
 */
export function packedCompaniesFrom(text: string): readonly string[] | null {
  const parties = text.split(/[#~]/).filter((party) => party.trim() !== '')
  const isPacked =
    parties.every((party) => party.includes('^')) || (parties.length === 1 && !text.includes('|'))
  const names = parties.map((party) => tidy(party.split('^')[0] ?? ''))
  return isPacked && names.length > 0 && names.every((name) => name !== '') ? [...new Set(names)] : null
}

const tidy = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\b(?:limited|llp))\.$/i, '')

/** The only words that may surround the amount: with others it may be for other bidders too. */
const DISCOUNT_WORDS: ReadonlySet<string> = new Set(
  'a an the of to for in emp employee employees eligible discount available bidding reservation portion'.split(
    ' ',
  ),
)
const DISCOUNT = /(?:\bRs\b\.?|₹)\s?\d[\d,.]*(?:\s?\/?-)?\/?(?: per equity share\b)?/i

/**
 * The discount to employees in paise a share: `Rs. 80 per equity share to Eligible Employees`, `/EMP Discount of Rs 39
 * -/`. `null` unless it is for employees, and for no others, and below the lowest price.
 */
export function employeeDiscountFrom(text: string, priceMin: Paise | null): Paise | null {
  const plain = text.replace(/\s+/g, ' ')
  const amount = DISCOUNT.exec(plain)?.[0]
  if (amount === undefined) return null
  const words = plain
    .replace(amount, ' ')
    .toLowerCase()
    .split(/[\s/|.]/)
  const isForEmployees = words.some((word) => /^emp(loyees?)?$/.test(word))
  if (!isForEmployees || !words.every((word) => word === '' || DISCOUNT_WORDS.has(word))) return null
  const paise = rupeesFrom(amount.replace(/\s?\/?-\/?/, ''))
  return paise !== null && isPrice(paise) && (priceMin === null || paise < priceMin) ? paise : null
}

/**
 * The address of a document at an exchange, with spaces encoded. `null` when it is none: on another host, or with a path
 * on a disk.
 */
export const DOCUMENT_ADDRESS = cellRule('document-address', 'an https address of the exchange', (text) => {
  const plain = text.trim()
  if (!/^https:\/\//i.test(plain) || plain.includes('\\') || !isExchangeAddress(plain)) return null
  const { href, pathname } = new URL(plain)
  return pathname === '/' ? null : href
})

/** The documents of an offer, from the columns with their addresses and the kind of the document at an address. */
export function documentsFrom(
  row: Row,
  columns: readonly (readonly [column: string, kindOf: (url: string) => DocumentKind])[],
): Terms['documents'] {
  const documents = columns.flatMap(([column, kindOf]) => {
    const url = row.optionalCell(column, DOCUMENT_ADDRESS)
    return url === null ? [] : [{ kind: kindOf(url), url }]
  })
  return documents.length > 0 ? documents : null
}

/** A day and a time: `29-Apr-2026 (upto 5:00 PM)`, `29 APRIL 2026 (up to 5 pm)`, perhaps with NSE's explanation. */
const DAY_AND_TIME =
  /^(?<day>\d{1,2}[a-z\s-]{4,15}\d{4}) ?\(?up ?to (?<time>[\d:. ]{1,8}[ap]\.?m\.?)\)?(?: The (?:new )?cut-off time\b.*)?$/i
/** Mandates are confirmed until the last day of bidding, or shortly after it. */
const DAYS_AFTER_CLOSE = 7

/**
 * Until when bidders may confirm a UPI mandate. A day before the closing day or long after it is a misprint, or was not
 * corrected when the issue was extended.
 */
export const upiCutoff = (rule: string, closeDate: Day | null): CellRule<Instant> =>
  cellRule(
    rule,
    `a day and time such as 29-Apr-2026 (upto 5:00 PM)${closeDate === null ? '' : `, from ${closeDate} on,`}`,
    (text) => cutoffFrom(text, closeDate),
  )

function cutoffFrom(text: string, closeDate: Day | null): Instant | null {
  const { day = '', time = '' } = DAY_AND_TIME.exec(text.trim().replace(/\s+/g, ' '))?.groups ?? {}
  return momentFrom(`${day} ${time}`, (printed) => {
    const cutoff = dayFromDMonY(printed)
    const isRight =
      cutoff !== null &&
      (closeDate === null || (cutoff >= closeDate && cutoff <= addDays(closeDate, DAYS_AFTER_CLOSE)))
    return isRight ? cutoff : null
  })
}
