import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { Config } from '../config.ts'
import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { projectFile, VERSION } from '../project-file.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { freshness } from '../reports/freshness.ts'
import { findIssue, type NumberedHead, slugsOfHeads, visitIssues } from '../reports/ipos/issues-in-view.ts'
import { accuracyReport } from '../reports/scores/accuracy.ts'
import { type ServedMarket, versionKey } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { queryAt } from '../request/market-query.ts'
import { Problem, problemBody } from '../request/problems.ts'
import { type AnswerContext, answerRoutes, openApiOf, siteWatch } from '../service/answer-routes.ts'
import { fixedFiles } from '../service/fixed-files.ts'
import { refusalsAbout } from '../store/collection/refusals-about.ts'
import { holidayCount, issueFactCounts } from '../store/facts/fact-counts.ts'
import { canDrawCards } from '../web/cards/draw-card.ts'
import { cardDrawing } from '../web/cards/routes.ts'
import { STATUS_PATH } from '../web/copy/copy-notices.ts'
import type { StaticCopy } from '../web/copy/static-copy.tsx'
import { symbolAddress } from '../web/deals/deals-walk.ts'
import { notFoundPage } from '../web/failures/failure-pages.tsx'
import { renderPage } from '../web/layout.tsx'
import { answersOf } from './answer-at.ts'
import { type CopiedAddress, type CopiedAnswer, copiedAddresses } from './copied-addresses.ts'
import { CopyFolder } from './copy-folder.ts'
import { copyOpenApi } from './copy-openapi.ts'
import { type CopyCounts, type CopyLimits, CopyRun, HOST_LIMITS, type OnProgress } from './copy-run.ts'
import { copyDailyTables } from './daily-tables.ts'
import { headersFile, nginxFile, redirectsFile } from './host-files.ts'

export interface PublishOptions {
  /** The link to the copy. */
  readonly path: string
  readonly config: Config
  readonly market: ServedMarket
  readonly sources: SourceChoice
  /** The one moment of all answers. */
  readonly clock: Instant
  /** The number of days whose deals are copied. */
  readonly dealDays: number
  /** The time between two runs. */
  readonly everyMs: number
  readonly dryRun: boolean
  readonly limits?: CopyLimits
  readonly onProgress?: OnProgress
}

/** Writes the answers of the service to a closed list of addresses as files that any static host can serve. */
export async function publishCopy(options: PublishOptions): Promise<CopyCounts> {
  const folder = await CopyFolder.open(options.path, options.dryRun)
  try {
    return await copyInto(folder, options)
  } finally {
    await folder.close()
  }
}

async function copyInto(folder: CopyFolder, options: PublishOptions): Promise<CopyCounts> {
  const { config, market, sources, clock, dryRun, limits = HOST_LIMITS } = options
  const { PUBLIC_URL: publicUrl, LIVE_URL: liveUrl } = config
  const { moment } = queryAt(market, clock)

  // Which addresses there are, and where each lies.
  const report = await accuracyReport(market, moment)
  const merged = await mergedSlugs(market, clock)
  const listed = await copiedAddresses({
    merged,
    market,
    moment,
    report,
    dealDays: options.dealDays,
    hasCards: canDrawCards(),
  })
  const { addresses, leftOut } = withinLimit(listed, limits)
  const places = new Map([[STATUS_PATH, STATUS_PATH]])
  for (const { address, at, also = [] } of addresses)
    for (const each of [address, ...also]) places.set(each, at)
  const copy: StaticCopy = { liveUrl, inCopy: (address) => places.get(address) }

  // The routes of the service, which answer as of one moment.
  let now = clock
  const context: AnswerContext = {
    ...{ config, sources, copy, now: () => now },
    ...{ market: () => market, catchUp: async () => market, reach: async () => market },
  }
  const answers = answersIn(addresses)
  const document = copyOpenApi(openApiOf(config), answers)
  const watch = siteWatch(context)
  const answerOf = answersOf(answerRoutes(context, document, watch))
  const answerAt = (address: string, at: Instant) => {
    now = at
    return answerOf(address)
  }
  const fixed = fixedFiles(publicUrl, document, true)

  // The files.
  const run = new CopyRun({
    folder,
    clock,
    copy,
    answerAt,
    cardAt: (path, of) => cardDrawing(queryAt(market, clock), path, of),
    ...{ dryRun, limits },
    program: market.demo ? '' : programOf(options, fixed),
    // Which links a page has depends on which files there are.
    facts: hashOf([versionKey(market), market.committed, [...places]]),
    factsOf: await issueFacts(options, copy),
    place: (address, at) => places.set(address, at),
  })
  for (const { path, body } of fixed) await run.add(path, body)
  await copyDailyTables(run, { market, clock, builds: folder.builds })
  for (const file of Object.keys(run.record.files)) places.set(file, file)
  await run.copy(addresses, options.onProgress)
  if (publicUrl !== '')
    await run.add('/sitemap.xml', await sitemap(await answerAt('/sitemap.xml', clock), publicUrl, copy))
  const missing = new Problem('NOT_FOUND', 'there is no page at this address')
  const nothingMeant = { searchText: '', suggestions: [] }
  const body = renderPage(notFoundPage(missing.message, nothingMeant), watch.bareSite(queryAt(market, clock)))
  await run.page('/404.html', body)
  const noFile = new Problem('NOT_FOUND', `there is no such file; ${STATUS_PATH} lists what there is`)
  await run.add('/404.json', JSON.stringify(problemBody(noFile, disclaimerFor(market))))
  const rules = { addresses, merged }
  await run.add('/_headers', headersFile())
  await run.add('/_redirects', redirectsFile(rules))
  await run.add('/_nginx.conf', nginxFile(rules))
  await run.add(STATUS_PATH, JSON.stringify(await statusOf(options, answers, run), null, 1))
  if (!dryRun) await folder.publish(run.record)
  const counts = run.counts()
  return { ...counts, leftOut: [...leftOut.map(({ at }) => at), ...counts.leftOut] }
}

/** The assets, the tables and what is for the host. */
const MOST_OTHER_FILES = 200

/** Without the rare forms that find no room beside the pages of lists, of which there are at most these. */
export function withinLimit(listed: readonly CopiedAddress[], limits: CopyLimits) {
  const rare = listed.filter(({ isRare }) => isRare)
  const others = listed.filter(({ isRare }) => !isRare)
  const issues = listed.filter(({ at }) => at.startsWith('/embed/')).length
  // An issue is in four lists of 50 as a page, in four of 60 as JSON, and in two of 25; deals have a few pages a day.
  const pages =
    Math.ceil(issues * (4 / 50 + 4 / 60 + 2 / 25)) + 10 * others.filter(({ pageAt }) => pageAt).length
  const room = Math.max(0, limits.files - others.length - pages - MOST_OTHER_FILES)
  return { addresses: [...others, ...rare.slice(0, room)], leftOut: rare.slice(room) }
}

/** The JSON answers among the addresses, each form once. */
const answersIn = (addresses: readonly CopiedAddress[]): CopiedAnswer[] => [
  ...new Map(addresses.flatMap(({ answer }) => (answer ? [[answer.file, answer] as const] : []))).values(),
]

/** What all answers depend on besides facts and clock. The demo is made anew by every process. */
function programOf({ config, dealDays }: PublishOptions, fixed: ReturnType<typeof fixedFiles>): string {
  const { PUBLIC_URL, LIVE_URL, CONTACT, ALERTS_PUBLIC, SOURCES } = config
  const settings = { PUBLIC_URL, LIVE_URL, CONTACT, ALERTS_PUBLIC, SOURCES, dealDays }
  // The names of the parts of the program follow from their content.
  const program = [VERSION, readdirSync(projectFile('dist')), fixed.map(({ path }) => path)]
  return hashOf([settings, program])
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Returns a function for the facts and refused rows about a listed issue, and the links of its page that may come and go. */
async function issueFacts({ market, clock }: PublishOptions, { inCopy }: StaticCopy) {
  const { moment } = queryAt(market, clock)
  const holidays = await holidayCount(market.db, moment)
  return async (slug: string) => {
    const issue = await findIssue(market.db, moment, slug)
    // The page of one that has not listed shows others, with a similar premium.
    if (!issue?.listing) return undefined
    const counts = await issueFactCounts(market.db, moment, issue.slugs)
    const refused = await refusalsAbout(market.db, moment, { slugs: issue.slugs, limit: 50 })
    const links = [`/ipos/${slug}/evidence`, symbolAddress(issue.terms.symbol ?? '')].map(inCopy)
    return [issue.slugs, [...counts], holidays, refused, links]
  }
}

/** The sitemap with the addresses of the copy. */
const sitemap = (
  { body }: { readonly body: string | Uint8Array },
  publicUrl: string,
  { inCopy }: StaticCopy,
): string =>
  String(body).replaceAll(/<loc>([^<]*)<\/loc>/g, (loc, address: string) => {
    const at = inCopy(address.slice(publicUrl.length) || '/')
    return at === undefined ? loc : `<loc>${publicUrl}${at}</loc>`
  })

async function mergedSlugs(market: ServedMarket, clock: Instant): Promise<[string, string][]> {
  const { moment } = queryAt(market, clock)
  const heads: NumberedHead[] = []
  await visitIssues(market.db, moment, (head) => heads.push(head))
  const slugs = await slugsOfHeads(market.db, moment, heads)
  return heads.flatMap(({ slug: as }, i) =>
    (slugs[i] ?? []).filter((slug) => slug !== as).map((slug): [string, string] => [slug, as]),
  )
}

/** The state of the copy: how old it is, when it is stale, and which answers it has. */
async function statusOf(
  { market, sources, clock, everyMs, config }: PublishOptions,
  answers: readonly CopiedAnswer[],
  run: CopyRun,
) {
  const { moment } = queryAt(market, clock)
  const { lastRead, stale } = await freshness(market, sources, moment)
  const later = (ms: number) => instantFromMs(msOf(clock) + ms)
  return {
    ok: true,
    copy: 'greymark',
    version: VERSION,
    demo: market.demo,
    dataAsOf: lastRead && lastRead.at > market.committed ? lastRead.at : market.committed,
    checkedAt: clock,
    nextRunAt: later(everyMs),
    staleAfter: later(2 * everyMs),
    liveUrl: config.LIVE_URL || null,
    stale: stale.map(({ source, since }) => ({ source, since })),
    answers: answers.map((answer) => ({ ...answer, ...run.lists[answer.file] })),
    files: run.counts().files + 1,
    disclaimer: disclaimerFor(market),
  }
}
