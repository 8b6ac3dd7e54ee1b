import type { ComponentChildren } from 'preact'
import { isExchangeAddress } from '../../market/exchanges.ts'
import { DOCUMENT_NAMES, type IssueDocument } from '../../market/facts/fact.ts'
import { type PublishedTerm, TERMS } from '../../market/facts/term-table.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { TermId } from '../../texts/en/glossary.ts'
import { en } from '../../texts/en.ts'
import { band, counted } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { symbolAddress } from '../deals/deals-walk.ts'
import { EXTERNAL_REL, ExternalLink } from '../external-link.tsx'
import { Count, Crore, Missing, Name, Rupees } from '../figures.tsx'
import { Listed, Section, type TermLine, TermList } from '../kit/parts.tsx'
import { MaybeTerm } from '../kit/term.tsx'

/** The terms of the issue as printed; a part of the offer that is printed in shares also in rupees. */
export function DetailsSection({ view }: { view: IpoView }) {
  const { symbol } = view.terms
  return (
    <Section id="details" title={en.ipoPage.detailsTitle}>
      <div class="sheet">
        <TermList lines={linesOf(view)} />
        {symbol !== null && view.hasTraded && <DealsIn symbol={symbol} />}
        <Documents view={view} />
      </div>
    </Section>
  )
}

/** A static copy has the deals of some shares only. */
function DealsIn({ symbol }: { symbol: string }) {
  const copy = useCopy()
  const address = symbolAddress(symbol)
  if (copy?.liveUrl === '' && copy.inCopy(address) === undefined) return null
  return (
    <p>
      <a href={address}>{en.ipoPage.dealsIn(<Name>{symbol}</Name>)}</a>
    </p>
  )
}

const stated = (text: string | null) =>
  text === null ? <Missing>{en.fields.notKnown}</Missing> : <Name>{text}</Name>

/** The words that explain a term. */
const WORDS: Readonly<Partial<Record<PublishedTerm, TermId>>> = {
  issueSizeCr: 'issue-size',
  freshIssueCr: 'fresh-issue',
  freshIssueShares: 'fresh-issue',
  offerForSaleCr: 'offer-for-sale',
  offerForSaleShares: 'offer-for-sale',
  anchorShares: 'anchor',
  marketMakerShares: 'market-maker',
  priceMax: 'price-band',
  issuePrice: 'issue-price',
  lotSize: 'lot',
  faceValue: 'face-value',
  registrar: 'registrar',
  leadManagers: 'lead-manager',
  isin: 'isin',
}

/** A term under its own label. */
const line = (key: PublishedTerm, value: ComponentChildren, label: string = TERMS[key].label): TermLine => ({
  label: <MaybeTerm of={WORDS[key]}>{label}</MaybeTerm>,
  path: key,
  value,
})

/** A part as printed, in rupees or in shares. Shares are also valued, so that both parts can be compared. */
function part(
  cr: 'freshIssueCr' | 'offerForSaleCr',
  shares: 'freshIssueShares' | 'offerForSaleShares',
  view: IpoView,
): TermLine | false {
  const { [cr]: printed, [shares]: number } = view.terms
  if (printed !== null) return line(cr, <Crore value={printed} />)
  if (number === null) return false
  const value = view.croreOfShares(number)
  if (value === null) return line(shares, <Count value={number} />)
  return line(
    shares,
    en.ipoPage.sharesValued(<Crore value={value} />, <Count value={number} />, <Rupees value={view.price} />),
    TERMS[cr].label,
  )
}

function linesOf(view: IpoView): TermLine[] {
  const { terms, state } = view
  const missing = <Missing>{en.ipo.notAnnounced}</Missing>
  const unpriced = state === 'upcoming' || state === 'open' ? en.ipoPage.notFixed : en.fields.notKnown
  const { anchorShares, marketMakerShares, employeeDiscount, industry, leadManagers, exchanges } = terms
  return [
    line('board', [en.states.board(terms.board), exchanges?.join(' and ')].filter(Boolean).join(', ')),
    line('issueSizeCr', <Crore value={terms.issueSizeCr} />),
    part('freshIssueCr', 'freshIssueShares', view),
    part('offerForSaleCr', 'offerForSaleShares', view),
    anchorShares !== null && line('anchorShares', <Count value={anchorShares} />),
    marketMakerShares !== null && line('marketMakerShares', <Count value={marketMakerShares} />),
    line('priceMax', band(terms.priceMin, terms.priceMax) ?? missing, en.ipoPage.priceBandLabel),
    line('issuePrice', <Rupees value={terms.issuePrice} or={unpriced} />),
    line('lotSize', terms.lotSize === null ? missing : counted(terms.lotSize, 'share')),
    employeeDiscount !== null &&
      line('employeeDiscount', en.ipoPage.aShare(<Rupees value={employeeDiscount} />)),
    line('faceValue', <Rupees value={terms.faceValue} />),
    line('issueType', stated(terms.issueType)),
    industry !== null && line('industry', <Name>{industry}</Name>),
    line('registrar', stated(terms.registrar?.name ?? null)),
    leadManagers !== null &&
      line('leadManagers', <Listed items={leadManagers.map((name) => <Name key={name}>{name}</Name>)} />),
    line('symbol', stated(terms.symbol)),
    line('isin', stated(terms.isin)),
    line('bseCode', stated(terms.bseCode)),
  ].filter((one) => one !== false)
}

function Documents({ view }: { view: IpoView }) {
  const documents = documentsOf(view)
  if (documents.length === 0) return null
  return (
    <>
      <h3 id="documents">{en.ipoPage.documents}</h3>
      <ul class="documents">
        {documents.map(({ kind, url }) => (
          <li key={url}>
            <ExternalLink href={url}>{`${DOCUMENT_NAMES[kind]}${fileKind(url)}`}</ExternalLink>
          </li>
        ))}
      </ul>
    </>
  )
}

const documentsOf = ({ terms }: IpoView): readonly IssueDocument[] =>
  (terms.documents ?? []).filter(({ url }) => isExchangeAddress(url))

/** The document that tells all about the company, near the top of the page. */
export function ProspectusLink({ view }: { view: IpoView }) {
  const rhp = documentsOf(view).find(({ kind }) => kind === 'rhp')
  return rhp === undefined ? null : (
    <>
      {' · '}
      <a class="nowrap" href={rhp.url} rel={EXTERNAL_REL} title={DOCUMENT_NAMES.rhp}>
        {en.ipoPage.prospectus}
        {fileKind(rhp.url)}
      </a>
    </>
  )
}

/** Exchanges pack most documents: a visitor on a phone should know before pressing. */
const fileKind = (url: string): string =>
  new URL(url).pathname.toLowerCase().endsWith('.zip') ? en.ipoPage.zipFile : ''
