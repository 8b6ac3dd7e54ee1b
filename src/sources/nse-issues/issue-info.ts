import type { Board } from '../../market/facts/fact.ts'
import { asObject, asRows, textOf } from '../formats/json.ts'
import { parseMarkup } from '../formats/markup.ts'
import { Unreadable } from '../source.ts'
import { ifPrinted } from './cell-rules.ts'

/** The table of titles and values that describes an issue. */
export interface IssueInfo {
  /** As printed, including an outcome at its end. */
  readonly name: string
  readonly symbol: string | null
  /** The value of a title; `null` when it is empty. */
  readonly under: (title: string) => string | null
  readonly unknownTitles: readonly string[]
  readonly missingTitles: readonly string[]
}

/** Titles that every description has had so far. */
const USUAL_TITLES = ['Symbol', 'Issue Period', 'Price Range']
const OTHER_TITLES = [
  'Issue Size',
  'Issue Type',
  'Face Value',
  'Bid Lot',
  'Lot Size',
  'Minimum Order Quantity',
  'Security Type',
  'Discount',
  'Tick Size',
  'IPO Market Timings',
  'Cut-off time for UPI Mandate Confirmation',
  'Post issue Modification Period',
  'Maximum Subscription Amount for Retail Investor',
  'Maximum Subscription Amount for Eligible Employee',
  'Maximum Subscription Amount for Eligible Employees',
  'Maximum Subscription Amount for Eligible Shareholders',
  'Maximum Bid Quantity for QIB Investors',
  'Maximum Bid Quantity for NIB Investors',
  'Maximum Bid Quantity for Institutional Investor and Other Investor',
  'Book Running Lead Managers',
  'Syndicate Members',
  'Sponsor Bank',
  'Categories',
  'Sub-Categories applicable for UPI',
  'Name of the Registrar',
  'Address of the Registrar',
  'Contact person name number and Email id',
  'e-form link',
  'Branches of Self Certified Syndicate Banks (SCSBs) where syndicate / sub syndicate member to submit ASBA form',
  'Ratios / Basis of Issue Price',
  'Red Herring Prospectus',
  'Prospectus',
  'Offer Documents',
  'Bidding Centers',
  'Sample Application Forms',
  'Security Parameters',
  'Security Parameters (Pre Anchor)',
  'Security Parameters (Post Anchor)',
  'Security Parameters (Live Parameters)',
  'Anchor Allocation Report',
  'Strategic Investors Allocation Report',
  'Processing of ASBA Applications',
  'Remark',
  'List of mobile applications accepting UPI as Payment Option',
  'Video link for UPI based ASBA process',
  'Video link for BHIM UPI Registration',
  // A notice is no outcome: only the name shows how an issue ended.
  'Postponement Notice',
  'Issue withdrawal Notice',
]
/** The same title may occur in other capitals. */
const keyOf = (title: string): string => title.toLowerCase()
const TITLES = new Set([...USUAL_TITLES, ...OTHER_TITLES].map(keyOf))
const isKnown = (title: string): boolean => TITLES.has(keyOf(title))

/** Values may have quotation marks, markup and line breaks. */
const plainText = (text: string): string =>
  parseMarkup(text)
    .root()
    .text()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

interface Line {
  readonly title: string
  readonly value: string | null
}

export function readIssueInfo(issueInfo: unknown, board: Board): IssueInfo {
  const what = 'the description of the issue'
  const info = asObject(issueInfo, what)
  const lines: Line[] = asRows(info.dataList, what).map((line) => ({
    title: plainText(textOf(line, 'title') ?? ''),
    value: ifPrinted(plainText(textOf(line, 'value') ?? '')),
  }))
  if (lines.every(({ value }) => value === null))
    throw new Unreadable(`${what} is empty: the issue may be of another series than requested`)
  const values = new Map(lines.toReversed().map(({ title, value }) => [keyOf(title), value]))
  const under = (title: string) => values.get(keyOf(title)) ?? null

  const name = board === 'SME' ? textOf(info, 'heading') : titleNamingCompany(lines)
  if (name === null)
    throw new Unreadable(`${what} names no company as those of the ${board} do: its series may be another`)
  return {
    name: plainText(name),
    symbol: textOf(info, 'symbol') ?? under('Symbol'),
    under,
    unknownTitles: [...new Set(lines.map(({ title }) => title))].filter(
      (title) => title !== '' && title !== name && !isKnown(title),
    ),
    missingTitles: USUAL_TITLES.filter((title) => !values.has(keyOf(title))),
  }
}

/** On the mainboard the name is a title without a value, above all others; an SME issue has a heading instead. */
function titleNamingCompany(lines: readonly Line[]): string | null {
  const symbolAt = lines.findIndex(({ title }) => keyOf(title) === 'symbol')
  const isName = ({ title, value }: Line) => title !== '' && value === null && !isKnown(title)
  return lines.slice(0, symbolAt).find(isName)?.title ?? null
}
