import { createHash } from 'node:crypto'
import {
  DAY_MS,
  type Instant,
  instantFromMs,
  istDay,
  istMidnightAfter,
  istNewYearAfter,
  msOf,
} from '../market/calendar.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { AnswerInSpan } from '../request/answer-route.ts'
import { BASE } from '../request/paths.ts'
import { drawPng } from '../web/cards/draw-card.ts'
import type { cardDrawing } from '../web/cards/routes.ts'
import { withCopyLinks } from '../web/copy/copy-links.ts'
import type { PageTimes } from '../web/copy/copy-notices.ts'
import { hasPageTimes, withPageTimes } from '../web/copy/copy-state.tsx'
import type { StaticCopy } from '../web/copy/static-copy.tsx'
import { HTML } from '../web/layout.tsx'
import type { CopiedAddress } from './copied-addresses.ts'
import type { CopiedList, CopyFolder, CopyRecord, FileRecord } from './copy-folder.ts'

export interface CopyLimits {
  readonly files: number
  /** Of one file. */
  readonly bytes: number
}

/** The free limits of the best known host. */
export const HOST_LIMITS: CopyLimits = { files: 20_000, bytes: 25 * 1024 * 1024 }

const DRAWN_AT_ONCE = 2

/** Far enough that every countdown, day and lock-in of an issue has passed. */
const FAR_AHEAD_MS = 400 * DAY_MS

export interface CopyOptions {
  readonly folder: CopyFolder
  /** Of the program and its settings; empty where every answer is to be made. */
  readonly program: string
  /** Of all facts: with the same, an answer changes by the clock alone. */
  readonly facts: string
  /** What decides the files of a listed issue besides its JSON answer; `undefined` for another one. */
  readonly factsOf: (slug: string) => Promise<unknown>
  readonly clock: Instant
  readonly copy: StaticCopy
  /** Registers where an address of the service lies in the copy. */
  readonly place: (address: string, at: string) => void
  readonly answerAt: (address: string, clock: Instant) => Promise<AnswerInSpan>
  readonly cardAt: (path: string, of: string) => ReturnType<typeof cardDrawing>
  readonly dryRun: boolean
  readonly limits: CopyLimits
}

/** Called while a run goes on: how many addresses are done. */
export type OnProgress = (done: number, total: number) => void

/** What a run did. */
export interface CopyCounts {
  readonly files: number
  readonly bytes: number
  readonly written: number
  readonly removed: number
  /** The files that found no room, or are too long for hosts. */
  readonly leftOut: readonly string[]
}

/** One run: takes the files of the last copy that stay the same, and writes the others. */
export class CopyRun {
  readonly #options: CopyOptions
  readonly #files: Record<string, FileRecord> = {}
  readonly #leftOut: string[] = []
  readonly #issues: Record<string, string> = {}
  readonly #drawn: Promise<void>[] = []
  #written = 0
  /** The lists with further pages, by the path of their first one. */
  readonly lists: Record<string, CopiedList> = {}

  constructor(options: CopyOptions) {
    this.#options = options
  }

  get record(): CopyRecord {
    const { program, facts } = this.#options
    return { program, facts, issues: this.#issues, files: this.#files, lists: this.lists }
  }

  counts(): CopyCounts {
    const { last } = this.#options.folder
    const sizes = Object.values(this.#files).map(({ bytes }) => bytes)
    return {
      files: sizes.length,
      bytes: sizes.reduce((sum, each) => sum + each, 0),
      written: this.#written,
      removed: Object.keys(last.files).filter((file) => !(file in this.#files)).length,
      leftOut: this.#leftOut,
    }
  }

  /** Copies the answers to these addresses. */
  async copy(addresses: readonly CopiedAddress[], onProgress: OnProgress = () => undefined): Promise<void> {
    for (const [i, each] of addresses.entries()) {
      onProgress(i, addresses.length)
      if (each.issue !== undefined && (await this.#keepOfIssue(fileAt(each.at), each.issue))) continue
      if (each.card) await this.#copyCard(each.at, each.card)
      else if (each.pageAt) await this.#copyPages(each, each.pageAt)
      else if (!(await this.#keepUnchanged(fileAt(each.at))))
        await this.#put(each, await this.#answer(each.address))
    }
    await Promise.all(this.#drawn)
  }

  /** A page that no address of the service answers. */
  async page(at: string, body: string): Promise<void> {
    await this.#put({ address: at, at }, { body, contentType: HTML, headers: {}, span: UNCHANGED_BY_CLOCK })
  }

  /** A file that is no answer about the market. */
  async add(file: string, body: string | Uint8Array): Promise<void> {
    await this.#store(file, Buffer.from(body), { hash: hashOf(body) })
  }

  /** A file that was built elsewhere on this file system. */
  async take(
    from: string,
    file: string,
    { bytes, sha256 }: { bytes: number; sha256: string },
  ): Promise<void> {
    const { folder, dryRun, limits } = this.#options
    if (bytes > limits.bytes) return void this.#leftOut.push(file)
    const isSame = folder.last.files[file]?.hash === sha256
    if (!isSame) this.#written++
    if (!dryRun && !(isSame && (await folder.keep(file)))) await folder.take(from, file)
    this.#files[file] = { hash: sha256, bytes }
  }

  #answer(address: string): Promise<AnswerInSpan> {
    return this.#options.answerAt(address, this.#options.clock)
  }

  /** Whether the last copy was made by the same program. */
  get #isSameProgram(): boolean {
    const { program, folder } = this.#options
    return program !== '' && folder.last.program === program
  }

  /** Takes an answer of the last run unseen, where neither facts nor clock can have changed it. */
  async #keepUnchanged(file: string): Promise<boolean> {
    const { folder, facts, clock } = this.#options
    const known = folder.last.files[file]
    if (!known || !this.#isSameProgram || folder.last.facts !== facts) return false
    if (known.changesAt === undefined || known.isVolatile) return false
    return (known.changesAt === null || known.changesAt > clock) && this.#keep(file, known)
  }

  /**
   * Takes a file about a listed issue unseen, where the clock changes nothing soon, its JSON answer is that of the last run, and
   * no fact or refused row about it has come. Most issues are so, and nearly all time is spent on their pages.
   */
  async #keepOfIssue(file: string, slug: string): Promise<boolean> {
    const { last } = this.#options.folder
    const json = this.#files[`${BASE}/ipos/${slug}.json`]
    const facts = this.#issues[slug] === undefined ? await this.#options.factsOf(slug) : null
    if (facts === undefined) return false
    this.#issues[slug] ??= hashOf(JSON.stringify([json?.hash, facts]))
    const isSame = this.#isSameProgram && last.issues[slug] === this.#issues[slug]
    const tomorrow = istMidnightAfter(this.#options.clock)
    const isAtRest = (next: Instant | null | undefined) =>
      next === null || (next !== undefined && next > tomorrow)
    const known = last.files[file]
    if (!known || !isSame || !isAtRest(last.files[`/ipos/${slug}/index.html`]?.changesAt)) return false
    return (known.changedAt === undefined || isAtRest(known.changesAt)) && this.#keep(file, known)
  }

  async #keep(file: string, known: FileRecord): Promise<boolean> {
    if (!this.#options.dryRun && !(await this.#options.folder.keep(file))) return false
    this.#files[file] = known
    return true
  }

  /** Takes all pages of a list of the last run unseen. */
  async #keepList({ at }: CopiedAddress, pageAt: (page: number) => string): Promise<boolean> {
    const list = this.#options.folder.last.lists[at]
    if (!list) return false
    for (let page = 1; page <= list.pages; page++)
      if (!(await this.#keepUnchanged(fileAt(page === 1 ? at : pageAt(page))))) return false
    this.lists[at] = list
    return true
  }

  /** Drawing a card takes longer than all else, so it is drawn again only if it shows something else. */
  async #copyCard(at: string, [path, of]: readonly [string, string]): Promise<void> {
    const { folder, cardAt, dryRun } = this.#options
    if (await this.#keepUnchanged(at)) return
    const drawing = await cardAt(path, of)
    if (!drawing) return
    const hash = hashOf(drawing.svg)
    const last = folder.last.files[at]
    const isKept = last?.hash === hash && (dryRun || (await folder.keep(at)))
    if (isKept) this.#files[at] = { ...last, changesAt: drawing.span.changesAt }
    else {
      // Cards are drawn on other threads while this one makes pages.
      await this.#drawn.at(-DRAWN_AT_ONCE)
      const drawn = drawPng(drawing.svg).then((png) =>
        this.#store(at, png, { hash, changesAt: drawing.span.changesAt }),
      )
      // A failure is thrown where it is awaited, and not before.
      drawn.catch(() => undefined)
      this.#drawn.push(drawn)
    }
  }

  /** A list: its first page names the number of the last one, or the next. */
  async #copyPages(first: CopiedAddress, pageAt: (page: number) => string): Promise<void> {
    if (await this.#keepList(first, pageAt)) return
    let total: number | null = null
    let answer = await this.#answer(first.address)
    let number = 1
    for (let at = first.at; ; at = pageAt(number)) {
      if (number === 1) {
        total = totalOf(answer)
        // The pager leads to any page.
        const last = lastPageIn(answer, first.address)
        for (let page = 2; page <= last; page++)
          this.#options.place(pageAddress(first.address, page), pageAt(page))
      }
      const next = nextOf(answer)
      if (next !== undefined) this.#options.place(next, pageAt(number + 1))
      await this.#put({ ...first, at }, answer)
      if (next === undefined) break
      answer = await this.#answer(next)
      number++
    }
    this.lists[first.at] = { pages: number, total }
  }

  async #put(
    { address, at, timesOf }: CopiedAddress,
    { body, contentType, span }: AnswerInSpan,
  ): Promise<void> {
    const file = fileAt(at)
    const { folder, clock, copy } = this.#options
    const html = contentType === HTML ? withCopyLinks(String(body), copy) : body
    const hash = hashOf(html)
    if (typeof html !== 'string' || !hasPageTimes(html)) {
      await this.#store(file, Buffer.from(html), { hash, changesAt: span.changesAt })
      return
    }
    const other = timesOf === undefined ? undefined : this.#files[fileAt(timesOf)]
    const last = folder.last.files[file]
    const isSame = last?.hash === hash && last.changedAt !== undefined
    const isAtRest = isSame && last.changesAt === null
    const times: PageTimes = {
      changedAt: isSame ? (last.changedAt ?? clock) : clock,
      changesAt:
        other === undefined
          ? isAtRest
            ? null
            : await this.#nextChange(address, html, span)
          : (other.changesAt ?? yearChange(html, clock)),
    }
    const isVolatile = span.changedAt === clock && { isVolatile: true as const }
    await this.#store(file, Buffer.from(withPageTimes(html, times)), { hash, ...times, ...isVolatile })
  }

  /**
   * The moment at which the clock next changes a page; `null` for the page of a past issue. Spans end at midnight, because most
   * pages say "today". One that is the same at the end of the year has dates that get their year then, or far ahead changes
   * by facts alone.
   */
  async #nextChange(
    address: string,
    html: string,
    { changedAt, changesAt }: AnswerInSpan['span'],
  ): Promise<Instant | null> {
    const { answerAt, clock, copy } = this.#options
    if (changesAt === null) return null
    const isSameAt = async (at: number) => {
      const later = await answerAt(address, instantFromMs(at)).catch(() => undefined)
      return later !== undefined && withCopyLinks(String(later.body), copy) === html
    }
    const newYear = istNewYearAfter(clock)
    // A page about the reading of sources may change at any minute, but not by the clock.
    if (!(await isSameAt(msOf(newYear) - 1))) return changedAt === clock ? istMidnightAfter(clock) : changesAt
    return (await isSameAt(msOf(clock) + FAR_AHEAD_MS)) ? null : newYear
  }

  async #store(file: string, body: Buffer, of: Omit<FileRecord, 'bytes'>): Promise<void> {
    const { folder, dryRun, limits } = this.#options
    if (body.length > limits.bytes) return void this.#leftOut.push(file)
    const last = folder.last.files[file]
    // The times of a page are in its text.
    const isSame = last?.hash === of.hash && (of.changedAt === undefined || last.changesAt === of.changesAt)
    if (!isSame) this.#written++
    if (!dryRun && !(isSame && (await folder.keep(file)))) await folder.write(file, body)
    this.#files[file] = { ...of, bytes: body.length }
  }
}

/** Dates are written without the year while it is the present one. */
const yearChange = (html: string, clock: Instant): Instant | null => {
  const newYear = istNewYearAfter(clock)
  const years = [istDay(clock), istDay(newYear)].map((day) => day.slice(0, 4))
  return years.some((year) => html.includes(` datetime="${year}-`)) ? newYear : null
}

/** The file of an address of a copy. */
export const fileAt = (at: string): string => (at.endsWith('/') ? `${at}index.html` : at)

const hashOf = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

const totalOf = ({ headers }: AnswerInSpan): number | null => {
  const total = headers['X-Total-Count']
  return total === undefined ? null : Number(total)
}

/** The address of the next page: of a JSON answer from its header, of a page from its pager. */
function nextOf({ headers, body, contentType }: AnswerInSpan): string | undefined {
  if (contentType !== HTML)
    return /^<(?:https?:\/\/[^/>]*)?(\/[^>]*)>; rel="next"/.exec(headers.Link ?? '')?.[1]
  const [before, ...after] = String(body).split('" rel="next">')
  if (after.length === 0) return undefined
  const written = before?.slice(before.lastIndexOf('"') + 1).split('#', 1)[0]
  return written?.replaceAll('&amp;', '&')
}

const pageAddress = (address: string, page: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}page=${page}`

/** The number of the last page that a pager leads to. */
function lastPageIn({ body, contentType }: AnswerInSpan, address: string): number {
  if (contentType !== HTML) return 1
  const start = ` href="${pageAddress(address, 0).slice(0, -1).replaceAll('&', '&amp;')}`
  const numbers = String(body)
    .split(start)
    .slice(1)
    .map((rest) => Number.parseInt(rest, 10))
  return Math.max(1, ...numbers.filter(Number.isInteger))
}
