import type { Static } from 'typebox'
import type { AnswerDraft } from '../publish/answer.ts'
import { dealList } from '../reports/deals/deals.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { evidenceReport } from '../reports/evidence/evidence.ts'
import { ipoReport } from '../reports/ipos/ipo.ts'
import { ipoList } from '../reports/ipos/ipo-list.ts'
import { suggestions } from '../reports/ipos/suggestions.ts'
import { type ClockSpan, restOfMinute, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { DealsBody } from '../reports/schemas/deals.ts'
import type { EvidenceBody } from '../reports/schemas/evidence.ts'
import type { IpoBody, IposBody } from '../reports/schemas/ipos.ts'
import type { ScoreboardBody } from '../reports/schemas/scores.ts'
import type { SourcesBody } from '../reports/schemas/sources.ts'
import { scoreboard } from '../reports/scores/scoreboard.ts'
import { type SourceChoice, sourceReports } from '../reports/sources.ts'
import { positionHeader, withLifetime } from '../request/answer-lifetime.ts'
import { writeCursor } from '../request/cursor.ts'
import type { DEAL_PARAMETERS, IPO_PARAMETERS } from '../request/market-parameters.ts'
import type { MarketQuery, PageQuery } from '../request/market-query.ts'
import { BASE } from '../request/paths.ts'
import { Problem } from '../request/problems.ts'
import type { IndexBody } from './components.ts'
import { ENDPOINTS } from './endpoints.ts'

export async function iposAnswer(
  page: PageQuery<'ipos', typeof IPO_PARAMETERS>,
  publicUrl: string,
): Promise<AnswerDraft> {
  const { ipos, total, next, span } = await ipoList(
    page.market,
    page.moment,
    page.filter,
    page.after,
    page.limit,
  )
  const body: Static<typeof IposBody> = {
    ok: true,
    count: ipos.length,
    ipos,
    disclaimer: disclaimerFor(page.market),
  }
  return jsonAnswer(page, body, span, {
    'X-Total-Count': String(total),
    ...(next && { Link: nextLink(publicUrl, 'ipos', writeCursor(page.next(next))) }),
  })
}

export async function dealsAnswer(
  page: PageQuery<'deals', typeof DEAL_PARAMETERS>,
  publicUrl: string,
): Promise<AnswerDraft> {
  const { deals, total, next } = await dealList(
    page.market.db,
    page.moment,
    page.filter,
    page.after,
    page.limit,
  )
  const body: Static<typeof DealsBody> = { ok: true, deals, disclaimer: disclaimerFor(page.market) }
  return jsonAnswer(page, body, UNCHANGED_BY_CLOCK, {
    ...(total !== null && { 'X-Total-Count': String(total) }),
    ...(next && { Link: nextLink(publicUrl, 'deals', writeCursor(page.next(next))) }),
  })
}

export async function ipoAnswer(asked: MarketQuery, slug: string): Promise<AnswerDraft> {
  const report = await ipoReport(asked.market, asked.moment, slug)
  if (!report) throw await unknownSlug(asked, slug)
  const body: Static<typeof IpoBody> = { ok: true, ipo: report.ipo, disclaimer: disclaimerFor(asked.market) }
  return jsonAnswer(asked, body, report.span)
}

export async function evidenceAnswer(asked: MarketQuery, slug: string): Promise<AnswerDraft> {
  const report = await evidenceReport(asked.market, asked.moment, slug)
  if (!report) throw await unknownSlug(asked, slug)
  const body: Static<typeof EvidenceBody> = {
    ok: true,
    ...report.evidence,
    disclaimer: disclaimerFor(asked.market),
  }
  return jsonAnswer(asked, body, report.span)
}

async function unknownSlug({ market, moment }: MarketQuery, slug: string): Promise<Problem> {
  const slugs = (await suggestions(market.db, moment, slug)).map((meant) => meant.slug)
  const then = moment.asOf === null ? '' : ` at ${moment.asOf}`
  const hint = slugs.length > 0 ? `; did you mean ${slugs.join(' or ')}?` : `; ${BASE}/ipos lists them`
  return new Problem(
    'NOT_FOUND',
    `no IPO has this slug${then}${hint}`,
    slugs.length > 0 ? { suggestions: slugs } : {},
  )
}

export async function scoreboardAnswer(asked: MarketQuery): Promise<AnswerDraft> {
  const { summary, rows } = await scoreboard(asked.market, asked.moment)
  const body: Static<typeof ScoreboardBody> = {
    ok: true,
    summary,
    rows,
    disclaimer: disclaimerFor(asked.market),
  }
  return jsonAnswer(asked, body, UNCHANGED_BY_CLOCK)
}

export async function sourcesAnswer(asked: MarketQuery, choice: SourceChoice): Promise<AnswerDraft> {
  const { market, moment } = asked
  const body: Static<typeof SourcesBody> = {
    ok: true,
    sources: await sourceReports(market.own, choice, moment),
    disclaimer: disclaimerFor(market),
  }
  return jsonAnswer(asked, body, restOfMinute(moment.clock))
}

export async function indexAnswer(asked: MarketQuery): Promise<AnswerDraft> {
  const body: Static<typeof IndexBody> = {
    ok: true,
    endpoints: ENDPOINTS.map(({ path, summary }) => ({ path, summary })),
    disclaimer: disclaimerFor(asked.market),
  }
  return jsonAnswer(asked, body, UNCHANGED_BY_CLOCK, {
    Link: '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
  })
}

export function jsonAnswer(
  asked: MarketQuery,
  body: object,
  span: ClockSpan,
  headers: Record<string, string> = {},
): AnswerDraft {
  const answer = {
    body: JSON.stringify(body),
    contentType: 'application/json; charset=utf-8',
    headers: { ...positionHeader(asked, span), ...headers },
  }
  return withLifetime(asked, answer, span)
}

export const nextLink = (publicUrl: string, list: string, cursor: string): string =>
  `<${publicUrl}${BASE}/${list}?cursor=${cursor}>; rel="next"`
