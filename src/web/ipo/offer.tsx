import type { ComponentChildren } from 'preact'
import { isExchangeAddress } from '../../market/exchanges.ts'
import type { IssueDocument } from '../../market/facts/fact.ts'
import { DOCUMENT_NAMES } from '../../market/facts/fact.ts'
import type { IpoDetail } from '../../reports/schemas/ipos.ts'
import { counted } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { ExternalLink } from '../external-link.tsx'
import { Crore, Missing, Name, Rupees } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'

/** One line of the offer, and the path of its evidence. */
interface OfferLine {
  readonly label: string
  readonly path: string
  readonly value: ComponentChildren
}

/** What exactly is on offer, as the exchange prints it: rupees and shares are never converted into each other. */
export function OfferSheet({ ipo }: { ipo: IpoDetail }) {
  const lines = linesOf(ipo)
  const documents = (ipo.documents ?? []).filter(({ url }) => isExchangeAddress(url))
  return (
    <section class="sheet">
      <SectionHeading note="as printed">What is on offer</SectionHeading>
      {lines.length === 0 && documents.length === 0 ? (
        <p class="quiet">Not announced yet.</p>
      ) : (
        <dl class="terms">
          {lines.map(({ label, path, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Sourced of={path}>{value}</Sourced>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {documents.length > 0 && <Documents documents={documents} />}
    </section>
  )
}

const NOT_KNOWN = <Missing>not known</Missing>

/** A part in rupees or in shares, whichever is printed. */
function partLine(label: string, [cr, shares]: readonly [number | null, number | null], key: string) {
  if (cr !== null) return { label, path: `${key}Cr`, value: <Crore value={cr} /> }
  return { label, path: `${key}Shares`, value: shares === null ? NOT_KNOWN : counted(shares, 'share') }
}

/** None while nothing is known; a line that only some issues have is left out where it is not printed. */
function linesOf(ipo: IpoDetail): OfferLine[] {
  const { leadManagers, registrar, anchorShares, marketMakerShares, employeeDiscount, industry } = ipo
  const optional = (line: OfferLine, isPrinted: boolean) => (isPrinted ? [line] : [])
  const known = [
    ...[ipo.freshIssueCr, ipo.freshIssueShares, ipo.offerForSaleCr, ipo.offerForSaleShares],
    ...[leadManagers, registrar, anchorShares, marketMakerShares, employeeDiscount, industry],
  ]
  if (known.every((value) => value === null)) return []
  return [
    partLine('Fresh issue', [ipo.freshIssueCr, ipo.freshIssueShares], 'freshIssue'),
    partLine('Offer for sale', [ipo.offerForSaleCr, ipo.offerForSaleShares], 'offerForSale'),
    partLine('Anchor investors', [null, anchorShares], 'anchor'),
    ...optional(
      partLine('Market maker', [null, marketMakerShares], 'marketMaker'),
      ipo.board === 'SME' || marketMakerShares !== null,
    ),
    ...optional(
      { label: 'Employee discount', path: 'employeeDiscount', value: <Discount value={employeeDiscount} /> },
      employeeDiscount !== null,
    ),
    {
      label: 'Lead managers',
      path: 'leadManagers',
      value: leadManagers === null ? NOT_KNOWN : <Names names={leadManagers} />,
    },
    {
      label: 'Registrar',
      path: 'registrar',
      value: registrar === null ? NOT_KNOWN : <Name>{registrar.name}</Name>,
    },
    ...optional(
      { label: 'Industry', path: 'industry', value: <Name>{industry ?? ''}</Name> },
      industry !== null,
    ),
  ]
}

const Discount = ({ value }: { value: number | null }) => (
  <>
    <Rupees value={value} /> a share
  </>
)

const Names = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name, i) => (
      <span key={name}>
        {i > 0 && ', '}
        <Name>{name}</Name>
      </span>
    ))}
  </>
)

const Documents = ({ documents }: { documents: readonly IssueDocument[] }) => (
  <>
    <h3>Documents</h3>
    <ul class="pages">
      {documents.map(({ kind, url }) => (
        <li key={url}>
          <ExternalLink href={url}>{`${DOCUMENT_NAMES[kind]}${fileKind(url)}`}</ExternalLink>
        </li>
      ))}
    </ul>
  </>
)

/** Exchanges pack most documents: a visitor on a phone should know before pressing. */
const fileKind = (url: string): string =>
  new URL(url).pathname.toLowerCase().endsWith('.zip') ? ', zip file' : ''
