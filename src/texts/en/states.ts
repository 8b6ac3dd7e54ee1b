import type { IpoState, Milestone, MilestoneKind } from '../../market/issues/stages.ts'
import type { Status } from '../../market/issues/status.ts'
import { boardName, uncapitalized } from '../format.ts'
import { phrase } from '../phrase.ts'

const STATES: Readonly<Record<IpoState, string>> = {
  upcoming: 'Upcoming',
  open: 'Open',
  closed: 'Closed',
  unconfirmed: 'Listing not confirmed',
  trading: 'Trading',
  listed: 'Listed',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
}

/** What happened to an issue that does not take place as announced, and what that means. */
const CALLED_OFF = {
  withdrawn: ['This issue was withdrawn', 'There is nothing to apply for, and it will not list.'],
  postponed: ['This issue was postponed', 'No new dates are announced.'],
} as const

/**
 * The words of a milestone: announced for a day to come; due by the timetable; done; its day has passed, and nothing confirms
 * it; of an issue that was called off.
 */
const MILESTONES: Readonly<
  Record<MilestoneKind, Readonly<Record<'ahead' | 'due' | 'done' | 'unconfirmed' | 'off', string>>>
> = {
  opens: { ahead: 'Opens', due: 'Opens', done: 'Opened', unconfirmed: 'Opened', off: 'Was to open' },
  closes: { ahead: 'Closes', due: 'Closes', done: 'Closed', unconfirmed: 'Closed', off: 'Was to close' },
  allotment: {
    ahead: 'Allotment',
    due: 'Allotment due by',
    done: 'Allotted',
    unconfirmed: 'Allotment was due',
    off: 'Was to be allotted',
  },
  refund: {
    ahead: 'Refund',
    due: 'Refund due by',
    done: 'Refunded',
    unconfirmed: 'Refund was due',
    off: 'Refund',
  },
  credit: {
    ahead: 'Shares credited',
    due: 'Shares credited by',
    done: 'Shares credited',
    unconfirmed: 'Shares were due',
    off: 'Shares credited',
  },
  lists: {
    ahead: 'Lists',
    due: 'Listing due',
    done: 'Listed',
    unconfirmed: 'Should have listed by',
    off: 'Was to list',
  },
}

type MilestoneState = Pick<Milestone, 'kind' | 'state' | 'isAnnounced'>

/** Before the day by which the share surely traded. */
const TRADING_BY = 'Trading by'

/** `Allotment due by`, before its day. */
function milestone({ kind, state, isAnnounced }: MilestoneState): string {
  if (state === 'traded') return TRADING_BY
  return MILESTONES[kind][state === 'next' || state === 'ahead' ? (isAnnounced ? 'ahead' : 'due') : state]
}

/** `Allotment due`, below its day. */
const milestoneThatDay = (one: MilestoneState): string => milestone(one).replace(/ by$/, '')

/** `allotment due by` */
const milestoneInline = (one: MilestoneState): string => uncapitalized(milestone(one))

export const states = {
  board: boardName,
  state: (state: IpoState): string => STATES[state],
  calledOff: (how: keyof typeof CALLED_OFF): readonly [what: string, meaning: string] => CALLED_OFF[how],
  status: (status: Status): string => STATES[status.toLowerCase() as IpoState],
  milestone,
  milestoneThatDay,
  milestoneInline,
  /** Of a share that trades by a disclosed deal, without a listing price. */
  tradingBy: <T>(day: T) =>
    phrase`${TRADING_BY} ${day} (deal disclosed); listing day and opening price not received.`,
  dealDisclosed: 'deal disclosed',
  dueDays: '“Due” dates are our calculation (T+3). The exchange may announce others.',
  holidaysUnknown: 'Not all holidays are known yet: they may move these days.',
  /** `listing was due`: a mark in a chart, which has little room. */
  milestoneMark: (one: MilestoneState): string =>
    one.kind === 'lists' && one.state === 'unconfirmed' ? 'listing was due' : milestoneInline(one),
  /** `allotment due by Fri 20 Nov`, `allotment due today`; `day` is the day as text. */
  milestoneOn: <T>(one: MilestoneState, day: T, isToday: boolean) =>
    phrase`${isToday ? uncapitalized(milestoneThatDay(one)) : milestoneInline(one)} ${day}`,
} as const
