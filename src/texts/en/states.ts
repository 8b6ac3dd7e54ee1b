import type { IpoState, Milestone, MilestoneKind } from '../../market/issues/stages.ts'
import { boardName } from '../format.ts'
import { phrase } from '../phrase.ts'

const STATES: Readonly<Record<IpoState, string>> = {
  upcoming: 'Upcoming',
  open: 'Open',
  closed: 'Closed',
  unconfirmed: 'Listing not confirmed',
  listed: 'Listed',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
}

/** What happened to an issue that does not take place as announced, and what that means. */
const CALLED_OFF = {
  withdrawn: ['This issue was withdrawn', 'There is nothing to apply for, and it will not list.'],
  postponed: ['This issue was postponed', 'No new dates are announced.'],
} as const

/** The words of a milestone as a label and within a line, by what is known of it. */
type Words = readonly [label: string, inline: string]
interface MilestoneWords {
  /** Announced for a day to come. */
  readonly ahead: Words
  /** Due by the timetable. */
  readonly due: Words
  readonly done: Words
  /** Its day has passed, and nothing confirms it. */
  readonly unconfirmed: Words
  /** Of an issue that was called off. */
  readonly off: Words
}

const MILESTONES: Readonly<Record<MilestoneKind, MilestoneWords>> = {
  opens: {
    ahead: ['Opens', 'opens'],
    due: ['Opens', 'opens'],
    done: ['Opened', 'opened'],
    unconfirmed: ['Opened', 'opened'],
    off: ['Was to open', 'was to open'],
  },
  closes: {
    ahead: ['Closes', 'closes'],
    due: ['Closes', 'closes'],
    done: ['Closed', 'closed'],
    unconfirmed: ['Closed', 'closed'],
    off: ['Was to close', 'was to close'],
  },
  allotment: {
    ahead: ['Allotment', 'allotment'],
    due: ['Allotment due by', 'allotment due by'],
    done: ['Allotted', 'allotted'],
    unconfirmed: ['Allotment was due', 'allotment was due'],
    off: ['Was to be allotted', 'was to be allotted'],
  },
  refund: {
    ahead: ['Refund', 'refund'],
    due: ['Refund due by', 'refund due by'],
    done: ['Refunded', 'refunded'],
    unconfirmed: ['Refund was due', 'refund was due'],
    off: ['Refund', 'refund'],
  },
  credit: {
    ahead: ['Shares credited', 'shares credited'],
    due: ['Shares credited by', 'shares credited by'],
    done: ['Shares credited', 'shares credited'],
    unconfirmed: ['Shares were due', 'shares were due'],
    off: ['Shares credited', 'shares credited'],
  },
  lists: {
    ahead: ['Lists', 'lists'],
    due: ['Listing due', 'listing due'],
    done: ['Listed', 'listed'],
    unconfirmed: ['Should have listed by', 'should have listed by'],
    off: ['Was to list', 'was to list'],
  },
}

type MilestoneState = Pick<Milestone, 'kind' | 'state' | 'isAnnounced'>

const wordsOf = ({ kind, state, isAnnounced }: MilestoneState): Words =>
  MILESTONES[kind][state === 'next' || state === 'ahead' ? (isAnnounced ? 'ahead' : 'due') : state]

export const states = {
  board: boardName,
  state: (state: IpoState): string => STATES[state],
  calledOff: (how: keyof typeof CALLED_OFF): readonly [what: string, meaning: string] => CALLED_OFF[how],
  /** `Allotment due by`, before its day. */
  milestone: (one: MilestoneState): string => wordsOf(one)[0],
  /** `Allotment due`, below its day. */
  milestoneThatDay: (one: MilestoneState): string => wordsOf(one)[0].replace(/ by$/, ''),
  /** `allotment due by` */
  milestoneInline: (one: MilestoneState): string => wordsOf(one)[1],
  expected: 'expected',
  announced: 'announced',
  dueDays: '“Due” dates are our calculation (T+3). The exchange may announce others.',
  holidaysUnknown: 'Not all holidays are known yet: they may move these days.',
  /** `listing was due`: a mark in a chart, which has little room. */
  milestoneMark: (one: MilestoneState): string =>
    one.kind === 'lists' && one.state === 'unconfirmed' ? 'listing was due' : wordsOf(one)[1],
  /** `allotment due by Fri 20 Nov`, `allotment due today`; `day` is the day as text. */
  milestoneOn: <T>(one: MilestoneState, day: T, isToday: boolean) =>
    phrase`${isToday ? wordsOf(one)[1].replace(/ by$/, '') : wordsOf(one)[1]} ${day}`,
} as const
