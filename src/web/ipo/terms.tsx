import type { ComponentChildren } from 'preact'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { band, boardName, counted } from '../../texts/format.ts'
import { symbolAddress } from '../deals/deals-walk.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Crore, Missing, Name, Rupees } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'

/** A term of the offer, and the path of its evidence if it has any. */
type Term = readonly [label: string, value: ComponentChildren, path?: string]

const NOT_ANNOUNCED = <Missing>not announced</Missing>

const stated = (text: string | null) => (text === null ? <Missing>not known</Missing> : <Name>{text}</Name>)

/** The price is fixed when bidding has closed, whether or not it is known here. */
const hasClosed = ({ status }: IpoReport['ipo']): boolean => status === 'CLOSED' || status === 'LISTED'

const termsOf = ({ ipo }: IpoReport): readonly Term[] => [
  ['Board', [boardName(ipo.board), ipo.exchanges?.join(' and ')].filter(Boolean).join(', '), 'board'],
  ['Issue size', <Crore value={ipo.issueSizeCr} />, 'issueSizeCr'],
  ['Price band', band(ipo.priceMin, ipo.priceMax) ?? NOT_ANNOUNCED, 'priceMax'],
  [
    'Issue price',
    <Rupees value={ipo.issuePrice} or={hasClosed(ipo) ? 'not known' : 'not fixed'} />,
    'issuePrice',
  ],
  ['Lot', ipo.lotSize === null ? NOT_ANNOUNCED : counted(ipo.lotSize, 'share'), 'lotSize'],
  ['Face value', <Rupees value={ipo.faceValue} />, 'faceValue'],
  ['Type', stated(ipo.issueType), 'issueType'],
  ['Symbol', stated(ipo.symbol), 'symbol'],
  ['ISIN', stated(ipo.isin), 'isin'],
  ['BSE code', stated(ipo.bseCode), 'bseCode'],
]

export const TermsSheet = ({ report }: { report: IpoReport }) => {
  const { symbol, status } = report.ipo
  return (
    <section class="sheet">
      <SectionHeading>Terms</SectionHeading>
      <dl class="terms">
        {termsOf(report).map(([label, value, path]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{path === undefined ? value : <Sourced of={path}>{value}</Sourced>}</dd>
          </div>
        ))}
      </dl>
      {symbol !== null && status === 'LISTED' && (
        <p class="after">
          <a href={symbolAddress(symbol)}>
            Bulk and block deals in <Name>{symbol}</Name>
          </a>
        </p>
      )}
    </section>
  )
}
