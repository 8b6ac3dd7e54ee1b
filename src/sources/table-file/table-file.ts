import type { Day, Instant } from '../../market/calendar.ts'
import {
  dayFromDMon,
  dayFromDMonY,
  dayFromDMY,
  dayFromIso,
  dayFromMDY,
  dayFromMonDY,
} from '../parsing/dates.ts'
import type { TrackerLayout } from '../parsing/tracker-table.ts'
import type { Source } from '../source.ts'
import type { DateForm, TableDescription } from './description.ts'
import { readTable } from './read-table.ts'
import { faultsOfDescription } from './rules.ts'

/** A file that cannot be used; the message names every fault at once, each on its own line. */
export class BadTableFile extends Error {
  override readonly name = 'BadTableFile'
}

const DAY_FROM: Readonly<Record<DateForm, (text: string, fetchedAt: Instant) => Day | null>> = {
  'D-Mon-YYYY': dayFromDMonY,
  'Mon D, YYYY': dayFromMonDY,
  'D/M/YYYY': dayFromDMY,
  'M/D/YYYY': dayFromMDY,
  'YYYY-MM-DD': dayFromIso,
  'D-Mon': dayFromDMon,
}

export function readTableFile(text: string): Source {
  const value = parsed(text)
  const faults = faultsOfDescription(value)
  if (faults.length > 0) throw badFile(faults)
  return tableSource(value as TableDescription)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw badFile([`not JSON: ${error instanceof Error ? error.message : error}`])
  }
}

const badFile = (faults: readonly string[]) =>
  new BadTableFile(`bad table file:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

function tableSource(description: TableDescription): Source {
  const { id, name, owner, address, home = address, format, schedule } = description
  const layout = layoutOf(description)
  return {
    id,
    publisher: name.trim(),
    owner: owner.trim(),
    home,
    contents: 'GMP quotes',
    schedule: {
      words: schedule.words ?? `by the pattern ${schedule.cron.join(' and ')}`,
      cron: schedule.cron,
    },
    isDated: false,
    plan: () => [{ document: 'gmp', url: address, expects: format, isOperatorsOwn: true }],
    read: (answer) => readTable(answer, description, layout),
  }
}

function layoutOf({ columns, ignored = [], dates, zeroMeans = 'quote' }: TableDescription): TrackerLayout {
  const aliases = Object.fromEntries(
    Object.entries(columns).map(([field, headings]) => [field, [headings].flat()]),
  )
  return {
    aliases,
    ignored,
    isZeroAQuote: () => zeroMeans === 'quote',
    dayFrom: dates === undefined ? () => null : DAY_FROM[dates],
    dayFromNumbers: dates === 'M/D/YYYY' ? dayFromMDY : dayFromDMY,
  }
}
