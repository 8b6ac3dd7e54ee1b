import type { ComponentChildren } from 'preact'
import type { DocumentKind } from '../../market/facts/fact.ts'
import type { ApplicantCategory } from '../../market/issues/application.ts'
import type { IpoDetail } from '../../reports/schemas/ipos.ts'
import type { IpoApplication } from '../../reports/schemas/offer.ts'
import { Gain, LongDay, Name, Rupees } from '../figures.tsx'

type Value<K extends keyof IpoDetail> = NonNullable<IpoDetail[K]>

const DOCUMENTS: Readonly<Record<DocumentKind, string>> = {
  rhp: 'red herring prospectus',
  prospectus: 'prospectus',
  ratios: 'basis of the price',
  anchor: 'anchor allocation',
}

const CATEGORIES: Readonly<Record<ApplicantCategory, string>> = {
  RII: 'Retail or individual',
  SNII: 'sHNI',
  BNII: 'bHNI',
  NII: 'NII',
  EMP: 'Employees',
  SHA: 'Shareholders',
}

const Registrar = ({ name }: Value<'registrar'>) => <Name>{name}</Name>

const Documents = ({ all }: { all: Value<'documents'> }) => (
  <>{all.length === 0 ? 'none' : all.map(({ kind }) => DOCUMENTS[kind]).join(', ')}</>
)

const Expected = ({ allotmentDate, creditDate, listingDate }: Value<'expected'>) => (
  <>
    allotment <LongDay day={allotmentDate} />, credit <LongDay day={creditDate} />, listing{' '}
    <LongDay day={listingDate} />
  </>
)

const Range = ({ lowPct, highPct }: Value<'range80'>) => (
  <>
    <Gain value={lowPct} /> to <Gain value={highPct} />
  </>
)

const Applications = ({ all }: { all: readonly IpoApplication[] }) => (
  <>
    {all.map(({ category, minAmount, maxAmount }, i) => (
      <span key={category}>
        {i > 0 && ', '}
        {CATEGORIES[category]} <Rupees value={minAmount} />
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
