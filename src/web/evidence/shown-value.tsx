import type { ComponentChildren } from 'preact'
import { isRealDay, parseInstant } from '../../market/calendar.ts'
import { BOARDS, type Board } from '../../market/facts/fact.ts'
import { STATUSES, type Status } from '../../market/issues/status.ts'
import { boardName } from '../../texts/format.ts'
import {
  Count,
  Crore,
  DayAndTime,
  Gain,
  LongDay,
  Missing,
  Name,
  Premium,
  Rupees,
  Share,
  statusName,
  Times,
} from '../figures.tsx'
import { PARTS } from './shown-parts.tsx'

type Show = (value: number) => ComponentChildren

const rupees: Show = (value) => <Rupees value={value} />

/** By the last part of a figure's path, or the key of the fact that holds it. */
const FIGURES: Readonly<Record<string, Show>> = {
  priceMin: rupees,
  priceMax: rupees,
  issuePrice: rupees,
  faceValue: rupees,
  listingPrice: rupees,
  gmpSpread: rupees,
  high: rupees,
  low: rupees,
  close: rupees,
  minAmount: rupees,
  maxAmount: rupees,
  employeeDiscount: rupees,
  gmp: (value) => <Premium value={value} />,
  lastGmp: (value) => <Premium value={value} />,
  lastGmpPct: (value) => <Gain value={value} />,
  gmpPct: (value) => <Gain value={value} />,
  issueSizeCr: (value) => <Crore value={value} />,
  freshIssueCr: (value) => <Crore value={value} />,
  offerForSaleCr: (value) => <Crore value={value} />,
  lowPct: (value) => <Gain value={value} />,
  highPct: (value) => <Gain value={value} />,
  heldPct: (value) => <Share value={value} />,
  deliveredPct: (value) => <Share value={value} />,
  timesSub: (value) => <Times value={value} />,
  lastSubX: (value) => <Times value={value} />,
}

const isBoard = (text: string): text is Board => (BOARDS as readonly string[]).includes(text)
const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text)

/** A figure in the format of the pages. */
export function ShownValue({ path, value }: { path: string; value: unknown }) {
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (value === null || value === undefined) return <Missing>not known</Missing>
  if (typeof value === 'number') return <>{FIGURES[key]?.(value) ?? <Count value={value} />}</>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  const show = typeof value === 'object' ? PARTS[key] : undefined
  if (show) return <>{show(value as object)}</>
  if (Array.isArray(value)) return <Name>{value.join(' and ')}</Name>
  const text = String(value)
  if (key === 'board' && isBoard(text)) return <>{boardName(text)}</>
  if (key === 'status' && isStatus(text)) return <>{statusName(text)}</>
  if (key === 'upiCutoffAt' && parseInstant(text) !== undefined) return <DayAndTime at={text} today="" />
  return isRealDay(text.slice(0, 10)) ? <LongDay day={text.slice(0, 10)} /> : <Name>{text}</Name>
}
