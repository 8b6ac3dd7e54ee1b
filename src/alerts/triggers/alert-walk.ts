import { DAY_MS, instantFromMs, istDay, istMs, msOf } from '../../market/calendar.ts'
import { changesOfUnits } from '../../reports/changes/changed-units.ts'
import { changingIpos, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { ChangeStep } from '../../reports/changes/steps.ts'
import type { NumberedHead } from '../../reports/ipos/issues-in-view.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { headAt, type IssueBook, mergedSlugs, visitHeads } from '../../store/issues/issue-book.ts'
import type { AlertEvent, AlertIpo, FiredAlert, StatedAlert } from '../alert.ts'
import { alertContent } from '../messages/alert-content.ts'
import type { AlertRule, AlertRules } from '../rules/alert-rules.ts'
import { detailedIpo } from './alert-ipo.ts'
import { changeOccurrences } from './change-occurrences.ts'
import { type ChangedIpo, changedIpos, describedAt } from './changed-ipos.ts'
import { type ClockTimes, mayBeDueAt, mayFireAt } from './clock-moments.ts'
import {
  type Corrections,
  correctionsOf,
  isCorrection,
  isInCorrection,
  NO_CORRECTIONS,
} from './corrections.ts'
import { type DealRule, dealOccurrences, isDealRule } from './deal-alerts.ts'
import { digestAt } from './digest.ts'
import { dueByChange, dueByClock, isMomentRule, type MomentRule } from './moment-occurrences.ts'
import { type NumberedIpo, type Occurrence, occasionKey } from './occurrence.ts'

/** What the alert about a new IPO states as well: no other alert repeats it at that moment. */
const IN_NEW_IPO: ReadonlySet<AlertEvent['on']> = new Set(['opens', 'gmp', 'dispute', 'subscription'])

/** A rule that names an IPO also applies to the slug that it was merged into. */
function withMergedSlugs(rule: AlertRule, book: IssueBook): AlertRule {
  const { where } = rule
  const ipos = where.ipos?.flatMap((slug) => mergedSlugs(book, slug))
  return ipos ? { ...rule, where: { ...where, ipos } } : rule
}

/** What alerts are derived from, beside two positions. */
export interface TriggerContext extends MarketData {
  readonly rules: Pick<AlertRules, 'rules' | 'digest'>
  readonly publicUrl: string
  readonly isDemo: boolean
  /** What earlier messages stated about an IPO, oldest first. */
  readonly statedOn: (slug: string) => Promise<readonly StatedAlert[]>
}

/** Walks from moment to moment and collects the alerts that fire. */
export class AlertWalk {
  readonly alerts: FiredAlert[] = []
  readonly #context: TriggerContext
  readonly #times: ClockTimes
  readonly #book: IssueBook
  /** Channels with the occasions that they got in this walk: several rules may name the same one. */
  readonly #sent = new Set<string>()
  readonly #ofMoments: readonly MomentRule[]
  readonly #ofDeals: readonly DealRule[]
  readonly #ofChanges: readonly AlertRule[]

  constructor(context: TriggerContext, times: ClockTimes, book: IssueBook) {
    const rules = context.rules.rules.map((rule) => withMergedSlugs(rule, book))
    this.#context = context
    this.#times = times
    this.#book = book
    this.#ofMoments = rules.filter(isMomentRule)
    this.#ofDeals = rules.filter(isDealRule)
    this.#ofChanges = rules.filter((rule) => !isMomentRule(rule) && !isDealRule(rule))
  }

  /** Adds the alerts of a moment: those of the clock, of the IPOs that a step changed, and of its deals. */
  async visit(position: Position, step: ChangeStep | undefined, byClock: boolean): Promise<void> {
    const changed = new Set(step?.units.flatMap((unit) => ('issue' in unit ? [unit.issue] : [])))
    if (byClock) await this.#clock(position, changed)
    if (!step) return
    await this.#changes(step)
    await this.#deals(step)
  }

  /** IPOs that changed at the same moment are judged by their change. */
  async #clock(position: Position, changed: ReadonlySet<number>): Promise<void> {
    const view = viewOfPosition(position)
    const heads: NumberedHead[] = []
    const mayFire = mayFireAt(this.#times, position.moment)
    visitHeads(this.#book, view, (head) => void (mayFire(head) && heads.push(head)))
    heads.sort((a, b) => a.number - b.number)
    const items = await changingIpos(this.#context, position, heads)
    const ipos = items.flatMap((item, i) => (heads[i] ? [{ number: heads[i].number, item }] : []))
    await this.#digest(position, ipos)
    const rules = this.#ofMoments.filter(mayBeDueAt(position.moment))
    for (const ipo of ipos)
      if (!changed.has(ipo.number)) await this.#fire(position, dueByClock(rules, ipo, position), () => false)
  }

  async #digest(position: Position, ipos: readonly NumberedIpo[]): Promise<void> {
    const { digest } = this.#context.rules
    const day = istDay(position.moment)
    if (!digest || istMs(day, digest.at) !== msOf(position.moment)) return
    const view = viewOfPosition({ ...position, moment: instantFromMs(msOf(position.moment) - DAY_MS) })
    const event = await digestAt(
      position,
      ipos,
      (ipo) => this.#detailsOf(position, ipo),
      ({ number }) => headAt(this.#book, number, view)?.hasListing ?? false,
    )
    if (event)
      this.#add(position, { key: occasionKey('digest', day), rule: 'digest', slug: null, ...digest }, event)
  }

  async #changes(step: ChangeStep): Promise<void> {
    const isNeeded = (...names: readonly string[]) =>
      this.#ofChanges.some(({ trigger }) => names.includes(trigger.on))
    const needs = { withMultiples: isNeeded('subscription'), withQuotes: isNeeded('gmp', 'dispute') }
    for await (const ipo of changedIpos(this.#context, step, needs)) {
      const corrected = isCorrection(ipo.by) ? await this.#corrections(step, ipo) : NO_CORRECTIONS
      const occurrences = this.#occurrences(step, ipo)
      const introduced = new Set(
        occurrences.flatMap(({ event, rule }) => (event.on === 'new' ? rule.channels : [])),
      )
      await this.#fire(
        step.after,
        occurrences,
        ({ event: { on } }, channel) =>
          (IN_NEW_IPO.has(on) && introduced.has(channel)) ||
          isInCorrection(on, corrected.get(channel) ?? [], ipo.changes),
      )
    }
  }

  /** What holds for an IPO that was merged into this one is no news, since it was alerted by its own slug. */
  #occurrences(step: ChangeStep, ipo: ChangedIpo): Occurrence[] {
    const from = (before: ChangedIpo['before']) => [
      ...changeOccurrences(this.#ofChanges, { ...ipo, before }, step),
      ...dueByChange(this.#ofMoments, { ...ipo, before }, step),
    ]
    const newsTo = ipo.mergedIn.map((merged) => new Set(from(merged).map(({ key }) => key)))
    return from(ipo.before).filter(({ key }) => newsTo.every((keys) => keys.has(key)))
  }

  /** Sends corrections of stated figures, and returns them by channel: no other alert repeats them there. */
  async #corrections(step: ChangeStep, ipo: ChangedIpo): Promise<Corrections> {
    const [cause] = ipo.changes
    const about = describedAt(ipo, step)
    if (!cause || !about) return NO_CORRECTIONS
    const { slug } = about.item
    const corrections = correctionsOf(ipo.changes, await this.#statedOn(slug))
    if (corrections.size === 0) return NO_CORRECTIONS
    const described = await this.#detailsOf(about.position, about)
    for (const [channel, figures] of corrections) {
      const key = occasionKey('correction', slug, step.after.moment)
      const event: AlertEvent = { on: 'correction', ipo: described, figures, cause }
      this.#add(step.after, { key, rule: 'correction', slug, channels: [channel] }, event)
    }
    return corrections
  }

  async #statedOn(slug: string): Promise<StatedAlert[]> {
    const inThisWalk = this.alerts.flatMap(({ channels, at, content }) => {
      const stated = content.stated[slug]
      return stated ? channels.map((channel) => ({ channel, at, stated })) : []
    })
    return [...(await this.#context.statedOn(slug)), ...inThisWalk]
  }

  async #deals(step: ChangeStep): Promise<void> {
    const units = this.#ofDeals.length === 0 ? [] : step.units.filter((unit) => 'deals' in unit)
    if (units.length === 0) return
    const changesOf = await changesOfUnits(this.#context, step, units)
    for (const unit of units) {
      const [cause] = changesOf(unit)
      if (!cause) continue
      const found = await dealOccurrences(this.#context, this.#ofDeals, step, unit.deals, cause)
      for (const { key, rule, event } of found)
        this.#add(step.after, { key, rule: rule.name, slug: null, channels: rule.channels }, event)
    }
  }

  async #fire(
    at: Position,
    occurrences: readonly Occurrence[],
    isLeftOut: (occurrence: Occurrence, channel: string) => boolean,
  ): Promise<void> {
    for (const occurrence of occurrences) {
      const { key, rule, position, item, event } = occurrence
      const channels = rule.channels.filter(
        (channel) => !isLeftOut(occurrence, channel) && !this.#isSent(channel, key),
      )
      if (channels.length === 0) continue
      const ipo = await this.#detailsOf(position, occurrence)
      this.#add(at, { key, rule: rule.name, slug: item.slug, channels }, { ...event, ipo })
    }
  }

  #described: { readonly key: string; readonly ipo: Promise<AlertIpo> } | undefined

  /** Several rules often fire about one IPO at one moment. */
  #detailsOf(position: Position, { number, item }: NumberedIpo): Promise<AlertIpo> {
    const key = `${position.version}@${position.moment} ${number}`
    if (this.#described?.key !== key)
      this.#described = { key, ipo: detailedIpo(this.#context, position, number, item) }
    return this.#described.ipo
  }

  #isSent(channel: string, key: string): boolean {
    return this.#sent.has(`${channel} ${key}`)
  }

  #add(
    position: Position,
    { key, rule, slug, channels: all }: Pick<FiredAlert, 'key' | 'rule' | 'slug' | 'channels'>,
    event: AlertEvent,
  ): void {
    const channels = all.filter((channel) => !this.#isSent(channel, key))
    if (channels.length === 0) return
    for (const channel of channels) this.#sent.add(`${channel} ${key}`)
    const { publicUrl, isDemo } = this.#context
    const at = position.moment
    const content = alertContent(event, { at, publicUrl, isDemo })
    this.alerts.push({ key, rule, event: event.on, channels, at, position, slug, content })
  }
}
