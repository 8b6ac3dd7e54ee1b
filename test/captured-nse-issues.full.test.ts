import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSmeBids } from '../src/sources/nse-issues/bids.ts'
import { nseIssues } from '../src/sources/nse-issues/nse-issues.ts'
import { type ReadRow, UNNAMED_SUBJECT } from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** Real answers, which are stored beside the project and not in it. */
const DAYS = new URL('../../shared/captures/days/', import.meta.url)
const LISTS = {
  current: 'ipo-current-issue.json',
  upcoming: 'all-upcoming-issues.json',
  past: 'public-past-issues.json',
} as const
const SERIES = ['EQ', 'BE', 'SME']

type Row = Record<string, string | null>
interface Detail {
  readonly issueInfo: { readonly heading?: string; readonly dataList: readonly Row[] }
  readonly bidDetails: readonly Row[]
  readonly activeCat: { readonly updateTime: string; readonly dataList: readonly Row[] }
}

const nse = (day: string) => new URL(`${day}/nse/`, DAYS)
const days = existsSync(DAYS)
  ? readdirSync(DAYS).filter((day) => existsSync(new URL(LISTS.past, nse(day))))
  : []
const isThere = days.length > 0
needs(captures(isThere))
/** Rules of cells that are misprinted on some pages: a size in rupees without a unit, a UPI cut-off of another year. */
const MISPRINTS = new Set(['issue-size-prose', 'upi-cutoff-unreadable'])
/** At least one day, because a table without rows is an error. */
const daysOrAny = isThere ? days : ['any day']

const read = (day: string, document: string, url: string, file: string) => {
  const body = readFileSync(new URL(file, nse(day)), 'utf8')
  const answer = { document, url, day: null, fetchedAt: `${day}T16:30:00.000Z`, body }
  return { answer, body, reading: nseIssues.read(answer) }
}
const readDetail = (day: string, symbol: string, series: string) =>
  read(
    day,
    `ipo-detail/${symbol}`,
    `https://www.nseindia.com/?symbol=${symbol}&series=${series}`,
    `ipo-detail/${symbol}.json`,
  )

const detailsOf = (day: string) =>
  readdirSync(new URL('ipo-detail/', nse(day))).map((file) => {
    const symbol = file.replace('.json', '')
    const detail: Detail = JSON.parse(readFileSync(new URL(`ipo-detail/${file}`, nse(day)), 'utf8'))
    const value = (title: string) =>
      detail.issueInfo.dataList.find((line) => line.title === title)?.value ?? ''
    return {
      symbol,
      detail,
      value,
      isSme: 'heading' in detail.issueInfo,
      isOfUnits: value('Security Type') !== '',
    }
  })

describe('real lists of issues', () => {
  const lists = daysOrAny.flatMap((day) =>
    Object.entries(LISTS).map(([list, file]) => [day, list, file] as const),
  )

  test.each(lists)('%s: every IPO of shares in the %s list has its terms', (day, list, file) => {
    const { body, reading } = read(day, list, 'https://www.nseindia.com/', file)
    const rows: Row[] = JSON.parse(body)
    const shares = rows.filter((row) => SERIES.includes(row.series ?? row.securityType ?? ''))
    expect(reading).toMatchObject({ rows: rows.length, unknownColumns: [] })
    expect(reading.entries.filter((entry) => 'rule' in entry)).toEqual([])
    const readRows = reading.entries.filter((entry): entry is ReadRow => 'said' in entry)
    const terms = readRows.filter(({ said }) => said.kind === 'terms')
    expect(terms.map(({ raw }) => JSON.parse(raw))).toEqual(shares)
    const books = readRows.filter(({ said }) => said.kind === 'subscription')
    expect(books.map(({ raw }) => JSON.parse(raw))).toEqual(
      list === 'current' ? shares.filter(({ series }) => series === 'SME') : [],
    )
  })

  test.each(lists)('%s: the %s list links to recorded details', (day, list, file) => {
    const { answer } = read(day, list, 'https://www.nseindia.com/', file)
    const ask = { now: answer.fetchedAt, days: [], lastRead: () => null }
    for (const { document } of nseIssues.follow?.(answer, ask) ?? [])
      expect(existsSync(new URL(`${document}.json`, nse(day)))).toBe(true)
  })
})

describe('real details of issues', () => {
  test.each(daysOrAny)('%s: every issue of shares has its terms, units have none', (day) => {
    for (const { symbol, value, isSme, isOfUnits } of detailsOf(day)) {
      const { entries, unknownColumns } = readDetail(day, symbol, isSme ? 'SME' : 'EQ').reading
      expect(unknownColumns).toEqual([])
      expect(entries.filter((entry) => 'rule' in entry && !MISPRINTS.has(entry.rule))).toEqual([])
      if (isOfUnits) expect(entries).toEqual([])
      else {
        const [lot] = /\d+/.exec(value('Bid Lot') || value('Lot Size')) ?? []
        expect(entries[0]).toMatchObject({
          said: {
            terms: {
              ...{ symbol, board: isSme ? 'SME' : 'MAINBOARD', lotSize: Number(lot) },
              registrar: value('Name of the Registrar').trim(),
              leadManagers: expect.arrayContaining([expect.stringMatching(/limited$/i)]),
              documents: expect.arrayContaining([
                { kind: 'ratios', url: value('Ratios / Basis of Issue Price').trim() },
              ]),
            },
          },
        })
      }
    }
  })

  test.each(daysOrAny)('%s: the books of mainboard issues come from rows with times', (day) => {
    for (const { symbol, detail } of detailsOf(day).filter((issue) => !issue.isOfUnits && !issue.isSme)) {
      const { entries } = readDetail(day, symbol, 'EQ').reading
      const isFilled = !detail.activeCat.updateTime.endsWith('null')
      const withTimes = detail.activeCat.dataList.filter((row) => Number(row.noOfTotalMeant || 'none') >= 0)
      const books = entries.filter(
        (entry): entry is ReadRow => 'said' in entry && entry.said.kind === 'subscription',
      )
      expect(books.map(({ raw }) => JSON.parse(raw))).toEqual(isFilled ? withTimes : [])
      expect(books.map(({ said }) => said)).toMatchObject(
        (isFilled ? withTimes : []).map(({ noOfShareOffered, noOfSharesBid }) => ({
          sharesOffered: Number(noOfShareOffered),
          sharesBid: Number(noOfSharesBid),
        })),
      )
    }
  })

  test.each(daysOrAny)('%s: the bids for SME issues have shares and applications of every class', (day) => {
    for (const { detail } of detailsOf(day).filter(({ isSme }) => isSme)) {
      const context = { subject: UNNAMED_SUBJECT, fetchedAt: `${day}T16:30:00.000Z`, firstRow: 2 }
      const { entries } = readSmeBids(detail.bidDetails, detail.activeCat, context)
      const isFilled = detail.bidDetails.length > 1
      const rows = detail.bidDetails.filter(({ srNo }) => isFilled && !srNo?.includes('('))
      expect(entries).toMatchObject(
        rows.map(({ noOfshareBid, noofapplication }) => ({
          said: { timesSub: null, sharesBid: Number(noOfshareBid), applications: Number(noofapplication) },
        })),
      )
    }
  })

  test.each(daysOrAny)('%s: a detail requested with the wrong series is rejected', (day) => {
    for (const { symbol, isSme } of detailsOf(day))
      expect(() => readDetail(day, symbol, isSme ? 'EQ' : 'SME')).toThrow(/names no company/)
  })

  test.each(daysOrAny)(
    '%s: a size comes from the sentence, or is missing where rupees and shares mix',
    (day) => {
      for (const { symbol, value, isSme } of detailsOf(day).filter((issue) => !issue.isOfUnits)) {
        const [entry] = readDetail(day, symbol, isSme ? 'SME' : 'EQ').reading.entries
        const isSlip = /Rs\.\s?[\d,]+(?! ?(million|lakhs))["\s]/i.test(
          value('Issue Size').replace(/\(.*\)/, ''),
        )
        if (isSlip) expect(entry).not.toHaveProperty('said.terms.issueSizeCr')
        else expect(entry).toHaveProperty('said.terms.issueSizeCr', expect.any(Number))
      }
    },
  )
})
