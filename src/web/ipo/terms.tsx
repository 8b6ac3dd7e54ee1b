import type { ComponentChildren } from 'preact'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { symbolAddress } from '../deals/deals-walk.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { boardName, Crore, Missing, Name, Rupees } from '../figures.tsx'
import { band, counted } from '../format.ts'
import { SectionHeading } from '../section-heading.tsx'

const Term = ({ label, of, children }: { label: string; of?: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{of === undefined ? children : <Sourced of={of}>{children}</Sourced>}</dd>
  </div>
)

/** The terms of the offer. */
export const TermsSheet = ({ report: { ipo, application, calledOff } }: { report: IpoReport }) => (
  <section class="sheet">
    <SectionHeading>Terms</SectionHeading>
    <dl class="terms">
      <Term label="Board" of="board">
        {[boardName(ipo.board), ipo.exchanges?.join(' and ')].filter(Boolean).join(', ')}
      </Term>
      <Term label="Issue size" of="issueSizeCr">
        <Crore value={ipo.issueSizeCr} />
      </Term>
      <Term label="Price band" of="priceMax">
        {band(ipo.priceMin, ipo.priceMax) ?? <Missing>not announced</Missing>}
      </Term>
      <Term label="Issue price" of="issuePrice">
        <Rupees value={ipo.issuePrice} or="not fixed" />
      </Term>
      <Term label="Lot" of="lotSize">
        {ipo.lotSize === null ? <Missing>not announced</Missing> : counted(ipo.lotSize, 'share')}
      </Term>
      {calledOff === null && (
        <Term label="Smallest application">
          {application ? (
            <>
              {counted(application.lots, 'lot')}, <Rupees value={application.cost} />
            </>
          ) : (
            <Missing>not announced</Missing>
          )}
        </Term>
      )}
      <Term label="Face value" of="faceValue">
        <Rupees value={ipo.faceValue} />
      </Term>
      <Term label="Type" of="issueType">
        <StatedText text={ipo.issueType} />
      </Term>
      <Term label="Symbol" of="symbol">
        <StatedText text={ipo.symbol} />
      </Term>
      <Term label="ISIN" of="isin">
        <StatedText text={ipo.isin} />
      </Term>
      <Term label="BSE code" of="bseCode">
        <StatedText text={ipo.bseCode} />
      </Term>
    </dl>
    {ipo.symbol !== null && ipo.status === 'LISTED' && (
      <p class="after">
        <a href={symbolAddress(ipo.symbol)}>
          Bulk and block deals in <Name>{ipo.symbol}</Name>
        </a>
      </p>
    )}
  </section>
)

const StatedText = ({ text }: { text: string | null }) =>
  text === null ? <Missing>not known</Missing> : <Name>{text}</Name>
