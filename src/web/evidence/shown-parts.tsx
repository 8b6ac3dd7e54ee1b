import type { ComponentChildren } from 'preact'
import { DOCUMENT_NAMES } from '../../market/facts/fact.ts'
import type { IpoDetail } from '../../reports/schemas/ipos.ts'
import type { IpoApplication } from '../../reports/schemas/offer.ts'
import { gain } from '../../texts/format.ts'
import { LongDay, Name, Rupees } from '../figures.tsx'
import { APPLICANT_NAMES } from '../offer-names.ts'

type Value<K extends keyof IpoDetail> = NonNullable<IpoDetail[K]>

const Registrar = ({ name }: Value<'registrar'>) => <Name>{name}</Name>

const Documents = ({ all }: { all: Value<'documents'> }) => (
  <>{all.length === 0 ? 'none' : all.map(({ kind }) => DOCUMENT_NAMES[kind]).join(', ')}</>
)

const Expected = ({ allotmentDate, creditDate, listingDate }: Value<'expected'>) => (
  <>
    allotment <LongDay day={allotmentDate} />, credit <LongDay day={creditDate} />, listing{' '}
    <LongDay day={listingDate} />
  </>
)

/** Without the colours of a gain: it is no forecast. */
const Range = ({ lowPct, highPct }: Value<'range80'>) => (
  <>
    {gain(lowPct)} to {gain(highPct)}
  </>
)

const Applications = ({ all }: { all: readonly IpoApplication[] }) => (
  <>
    {all.map(({ category, minAmount, maxAmount }, i) => (
      <span key={category}>
        {i > 0 && ', '}
        {category === 'RII' ? 'Retail or individual' : APPLICANT_NAMES[category]} <Rupees value={minAmount} />
        {maxAmount === null && ' and more'}
        {maxAmount !== null && maxAmount !== minAmount && (
          <>
            {' '}
            to <Rupees value={maxAmount} />
          </>
        )}
      </span>
    ))}
  </>
)

/** How values with several parts are shown, by the name of the field. A fact has some of them as a plain text. */
export const PARTS: Readonly<Record<string, (value: object) => ComponentChildren>> = {
  registrar: (value) => <Registrar {...(value as Value<'registrar'>)} />,
  documents: (value) => <Documents all={value as Value<'documents'>} />,
  expected: (value) => <Expected {...(value as Value<'expected'>)} />,
  range80: (value) => <Range {...(value as Value<'range80'>)} />,
  application: (value) => <Applications all={value as IpoApplication[]} />,
}
