import { type Instant, istDay, istInstant } from '../../src/market/calendar.ts'
import type { UpstreamDocument } from '../support/upstreams.ts'
import { american, dashed, dayFirst, on, span, withoutYear } from './days.ts'
import { RENAMED_ON } from './faults.ts'
import {
  BANYAN,
  INVESTORGAIN,
  INVESTORGAIN_STALE,
  IPOJI,
  IPOPREMIUM,
  IPOPREMIUM_FROZEN,
  IPOWATCH,
  type TrackerRow,
} from './quotes.ts'

/** A row as shown in a round. */
interface Shown {
  readonly row: TrackerRow
  readonly day: number
  readonly quote: number | null
  /** The text of the cell instead of the quote. */
  readonly slip: string | undefined
}

const dayOf = (moment: Instant): number => Number(istDay(moment).slice(8))
const isMorning = (moment: Instant): boolean => moment < istInstant(istDay(moment), '12:00')

function shownOn(rows: readonly TrackerRow[], moment: Instant): Shown[] {
  const day = dayOf(moment)
  return rows.flatMap((row) => {
    const quote = row.quotes[day]
    const slip = isMorning(moment) ? row.slips?.[day] : undefined
    return quote === undefined ? [] : [{ row, day, quote, slip }]
  })
}

const percent = (quote: number, { price }: TrackerRow): string =>
  ((quote / Number(price.split('-').at(-1))) * 100).toFixed(2)

export function trackerDocuments(moment: Instant): UpstreamDocument[] {
  return [...investorgain(moment), ipowatch(moment), ipoji(moment), ipopremium(moment), banyan(moment)]
}

const INVESTORGAIN_HOST = 'https://webnodejs.investorgain.com/cloud/v2'
/** It updates its list shortly before each round. */
const stampTime = (moment: Instant): string => (isMorning(moment) ? '10:15' : '19:45')

function investorgain(moment: Instant): UpstreamDocument[] {
  const list = (path: string, rows: readonly object[]): UpstreamDocument => ({
    url: `${INVESTORGAIN_HOST}/report/data-read/331/1/${path}/0/all`,
    type: 'json',
    body: JSON.stringify({
      msg: 1,
      sSearchWhere: '',
      reportTableData: rows,
      totalRecords: rows.length,
      totalPages: 1,
    }),
  })
  const shown = moment === INVESTORGAIN_STALE.at ? INVESTORGAIN_STALE.shows : moment
  const rows = shownOn(INVESTORGAIN, shown).map((row) => investorgainRow(row, stampTime(shown)))
  const listed = INVESTORGAIN.filter(({ listed: end }) => end && end.from < dayOf(shown)).map((row) => {
    const day = row.listed?.from ?? 0
    return investorgainRow({ row, day, quote: row.quotes[day] ?? null, slip: undefined }, '19:45')
  })
  const ids = [...new Set(INVESTORGAIN.map(({ id }) => id))]
  return [
    list('3/2031/2030-31', [...rows, ...listed]),
    list('4/2031/2031-32', []),
    ...ids.map((id) => history(id, moment)),
  ]
}

function investorgainRow({ row, day, quote, slip }: Shown, time: string) {
  const { name, id, board } = row
  const isListed = row.listed !== undefined && row.listed.from <= day
  const status = isListed
    ? `<b>${row.listed?.text}</b>`
    : '<span class="badge rounded-pill bg-success">O</span>'
  const amount = slip ?? (quote === null ? '--' : String(quote))
  const label = board === 'Mainboard' ? `${name} IPO` : `${name} ${board}`
  return {
    '~ipo_status1': isListed ? 'LP' : 'O',
    Name: `<a href="/gmp/x-ipo/${id}/" title="${label}" target="_parent">${label}</a> ${status}`,
    GMP: `&#8377;<b>${amount}</b> (${quote === null ? '0.00' : percent(quote, row)}%)<br><small style="font-size: 12px;""><b>0 ↓ / 108 ↑</b></small>`,
    Rating: '&#128293;',
    'Price (₹)': row.price,
    '~id': id,
    Open: withoutYear(on(row.open)),
    Close: withoutYear(on(row.close)),
    'Updated-On': `<small><b>${withoutYear(on(day))} ${time}</b></small>`,
    '~Srt_Open': on(row.open),
    '~Srt_Close': on(row.close),
    '~IPO_Category': board === 'Mainboard' ? 'IPO' : 'SME',
  }
}

/** An issue's days so far, at today's price. A day can change until 23:20, so the next morning's round may differ. */
function history(id: number | undefined, moment: Instant): UpstreamDocument {
  const today = dayOf(moment)
  const rows = INVESTORGAIN.filter((row) => row.id === id)
  const days = rows.flatMap((row) => shownSoFar(row, moment))
  const price = rows.findLast((row) => firstDayOf(row) <= today)?.price
  const lines = days.map(({ day, amount, time }) => ({
    ipo_id: id,
    gmp_date: dayFirst(on(day), '-'),
    gmp: amount,
    max_ipo_price: `${price}.00`,
    gmp_active_record_flag: 1,
    last_updated: `${dashed(on(day))} ${time}`,
  }))
  return {
    url: `${INVESTORGAIN_HOST}/ipo/ipo-gmp-read/${id}/true`,
    type: 'json',
    body: JSON.stringify({ msg: 1, ipoGmpData: lines.length === 0 ? '' : lines }),
  }
}

const daysOf = ({ quotes }: TrackerRow): number[] => Object.keys(quotes).map(Number)
const firstDayOf = (row: TrackerRow): number => Math.min(...daysOf(row))

function shownSoFar(row: TrackerRow, moment: Instant) {
  const past = daysOf(row).filter((day) => day < dayOf(moment))
  const today = shownOn([row], moment)
  return [
    ...past.map((day) => ({ day, amount: String(row.late?.[day] ?? row.quotes[day] ?? 0), time: '23:20' })),
    ...today.map(({ day, quote, slip }) => ({
      day,
      amount: slip ?? String(quote ?? 0),
      time: stampTime(moment),
    })),
  ]
}

const html = (url: string, title: string, body: string): UpstreamDocument => ({
  url,
  type: 'html',
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`,
})
const line = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

/** A zero with an estimate is a quote of zero; one without is no quote. */
function ipowatch(moment: Instant): UpstreamDocument {
  const rows = shownOn(IPOWATCH, moment).map(({ row, quote, slip }) => {
    const signed = quote === null ? '₹0' : `${quote < 0 ? '-' : ''}₹${Math.abs(quote)}`
    const estimate = quote === null ? '₹- (0.00%)' : `₹${Number(row.price) + quote} (${percent(quote, row)}%)`
    const dates = span(on(row.open), on(row.close))
    return [row.name, slip ?? signed, `₹${row.price}`, estimate, dates, row.board.replace('NSE ', '')]
  })
  const table = [
    ['IPO Name', 'IPO GMP', 'Price Band', 'Est. Listing', 'Date', 'Type'],
    ...rows,
    ['Dormant Looms', '₹-', '₹-', '₹- (0.00%)', '-', 'Mainboard'],
  ]
  const listed = `<table><tr><td>IPO Name</td><td>Listing Price</td></tr><tr><td>Old Mill</td><td>₹140</td></tr></table>`
  return html(
    'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/',
    'IPO GMP',
    `<figure><table><tbody>${table.map((cells) => line(cells)).join('\n')}</tbody></table></figure>${listed}`,
  )
}

function ipoji(moment: Instant): UpstreamDocument {
  const isRenamed = dayOf(moment) === RENAMED_ON.ipoji
  const rows = shownOn(IPOJI, moment).map(({ row, quote, day }) => {
    const cell = quote === null ? '—' : `+₹${quote}`
    const updated = istInstant(on(day), isMorning(moment) ? '10:30' : '18:00')
    const time = `<time datetime="${updated}">${dashed(on(day))}</time>`
    return ipojiRow(row, cell, quote === null ? '—' : time, isRenamed)
  })
  const dormant = {
    ...IPOJI[0],
    name: 'Dormant Looms',
    open: 3,
    close: 5,
    board: 'Mainboard',
    price: '-',
  } as TrackerRow
  return html(
    'https://ipoji.com/ipo-gmp',
    'IPO GMP',
    `<table>${line(['IPO', 'Type'], 'th')}${[...rows, ipojiRow(dormant, '—', '—', isRenamed)].join('')}</table>`,
  )
}

function ipojiRow(
  { name, board, open, close, price }: TrackerRow,
  cell: string,
  updated: string,
  isRenamed: boolean,
) {
  const amount = cell === '—' ? '' : cell.replace('+₹', '')
  const type = board === 'Mainboard' ? 'mainboard' : 'sme'
  const url = `/ipo-gmp/${name.toLowerCase().replaceAll(' ', '-')}`
  return `<tr class="gmp-row" data-type="${type}" data-status="open" data-hasgmp="${amount !== ''}" data-gmp="${amount}"
    data-pct="1" data-indicative="1" data-name="${name}" data-rowurl="${url}">
    <td data-label="IPO">${name} IPO Open</td><td data-label="Type">${board}</td>
    <td data-label="Price Band">₹${price}</td><td data-label="${isRenamed ? 'Grey Premium' : 'GMP'}">${cell}</td>
    <td data-label="GMP %">+1%</td><td data-label="Indicative Listing">₹1</td>
    <td data-label="Open – Close">${american(on(open))} – ${american(on(close))}</td>
    <td data-label="Status">Open</td><td data-label="Last Updated">${updated}</td></tr>`
}

const IPOPREMIUM_HEAD = [
  ...['Company Name', 'GMP Rumors *', 'Open', 'Close', 'Price', 'Lot Size', 'Issue Size (cr)', 'LM'],
  ...['Allotment Date', 'Listing Date', 'Action'],
]

/** It has no time stamps, so only unchanged content shows that it is no longer updated. */
function ipopremium(moment: Instant): UpstreamDocument {
  const frozenFrom = istInstant(on(IPOPREMIUM_FROZEN.at), '20:30')
  const isFrozen = moment >= frozenFrom && dayOf(moment) <= IPOPREMIUM_FROZEN.until
  const rows = shownOn(IPOPREMIUM, isFrozen ? frozenFrom : moment).map(({ row, quote, slip }) => [
    `<a href="/view/1">${row.name} (${row.board.toUpperCase()})</a>`,
    slip ?? (quote === null ? '0' : `${quote} (${percent(quote, row)}%)`),
    american(on(row.open)),
    american(on(row.close)),
    row.price,
    ...['1000', '41.20', 'Heron Capital', '-', '-', 'Apply'],
  ])
  const dormant = ['Dormant Looms Ltd. (MAINBOARD)', '0', '-', '-', '-', '-', '-', '-', '-', '-', 'Pre-Apply']
  const body = [...rows, dormant].map((cells) => line(cells)).join('')
  return html(
    'https://www.ipopremium.in/',
    'IPO Premium',
    `<div id="app"></div><noscript><table id="table_ajax"><thead>${line(IPOPREMIUM_HEAD, 'th')}</thead><tbody>${body}</tbody></table></noscript>`,
  )
}

/** The operator's description of the table below. */
export const BANYAN_FILE = {
  id: 'banyan',
  name: 'Banyan Street',
  owner: 'Banyan Media',
  address: 'https://banyan-street.example/ipo-gmp',
  format: 'html',
  table: '#gmp',
  columns: {
    name: 'Company',
    gmp: ['GMP (Rs)', 'GMP'],
    price: 'Issue Price',
    dates: 'Bidding',
    board: 'Board',
    updated: 'As of',
  },
  ignored: ['Lot'],
  zeroMeans: 'nothing',
  schedule: { cron: ['40 9-21/3 * * *'] },
}

function banyan(moment: Instant): UpstreamDocument {
  const gmp = dayOf(moment) === RENAMED_ON.banyan ? 'Premium' : 'GMP (Rs)'
  const time = isMorning(moment) ? '09:40' : '18:05'
  const rows = shownOn(BANYAN, moment).map(({ row, quote, day }) => [
    row.name,
    `${quote} (${percent(quote ?? 0, row)}%)`,
    row.price,
    span(on(row.open), on(row.close)),
    row.board,
    `${withoutYear(on(day))} ${time}`,
    '100',
  ])
  const head = ['Company', gmp, 'Issue Price', 'Bidding', 'Board', 'As of', 'Lot']
  const table = [
    line(head, 'th'),
    ...rows.map((cells) => line(cells)),
    line(['Dormant Looms', '-', '-', '-', '-', '-', '-']),
  ]
  return html(BANYAN_FILE.address, 'Banyan Street', `<table id="gmp">${table.join('')}</table>`)
}
