import type { Day } from '../../market/calendar.ts'
import type { Stage, StagesPassed } from '../../market/issues/status.ts'
import type { IpoExpectedDays } from '../../reports/schemas/offer.ts'
import { shortDay } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { ClockTime, Missing } from '../figures.tsx'
import { percent } from './chart.tsx'

const HEIGHT = 16
const MIDDLE = HEIGHT / 2

const WORDS: Readonly<Record<Stage['name'], { readonly done: string; readonly ahead: string }>> = {
  opens: { done: 'opened', ahead: 'opens' },
  closes: { done: 'closed', ahead: 'closes' },
  allotment: { done: 'allotted', ahead: 'allotment' },
  lists: { done: 'listed', ahead: 'lists' },
}

/** The path of the date in the JSON answer, for its evidence. */
const pathOf = ({ name, state }: Stage): string => {
  if (name === 'lists') return state === 'done' ? 'listing.listedOn' : 'listingDate'
  return name === 'allotment' ? 'allotmentDate' : name === 'opens' ? 'openDate' : 'closeDate'
}

interface TimelineProps {
  readonly passed: StagesPassed
  /** Shown as due where a day is not announced. */
  readonly expected: IpoExpectedDays | null
  readonly today: Day
}

/** The dates of an issue as stations on a line that reaches as far as the issue has progressed. */
export const Timeline = ({ passed: { stages, progress }, expected, today }: TimelineProps) => {
  const isOverdue = stages.some((stage) => stage.name === 'lists' && isUnconfirmed(stage, expected, today))
  const station = (number: number) => percent(((number - 0.5) / stages.length) * 100)
  return (
    <div class="timeline">
      <svg width="100%" height={HEIGHT} aria-hidden="true">
        <line class="way" x1={station(1)} x2={station(stages.length)} y1={MIDDLE} y2={MIDDLE} />
        {progress > 1 && <line class="gone" x1={station(1)} x2={station(progress)} y1={MIDDLE} y2={MIDDLE} />}
        {stages.map(({ name, state }, i) => (
          <circle key={name} class={state} cx={station(i + 1)} cy={MIDDLE} r="6" />
        ))}
      </svg>
      <ol>
        {stages.map((stage) => (
          <li key={stage.name} aria-current={stage.state === 'next' ? 'step' : undefined}>
            <StageDate stage={stage} due={dueDay(stage, expected)} today={today} />
            <span>
              {stageWord(stage, expected, today)}
              {stage.at !== null && stage.name === 'closes' && stage.state !== 'done' && (
                <>
                  {' '}
                  <ClockTime at={stage.at} />
                </>
              )}
            </span>
            <span class="state">
              {stage.state !== 'done' && (isOverdue || isUnconfirmed(stage, expected, today))
                ? 'not confirmed'
                : stage.state}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The expected day of a stage that is ahead and not announced. */
function dueDay({ name, day, state }: Stage, expected: IpoExpectedDays | null): Day | null {
  if (day !== null || state === 'done' || expected === null) return null
  return name === 'allotment' ? expected.allotmentDate : name === 'lists' ? expected.listingDate : null
}

/** True when an announced or expected day has passed and nothing confirms the stage. */
function isUnconfirmed(stage: Stage, expected: IpoExpectedDays | null, today: Day): boolean {
  const day = dueDay(stage, expected) ?? stage.day
  return stage.state !== 'done' && day !== null && day < today
}

function stageWord(stage: Stage, expected: IpoExpectedDays | null, today: Day): string {
  const { name, state } = stage
  if (state === 'done') return WORDS[name].done
  const isPast = isUnconfirmed(stage, expected, today)
  if (isPast && name === 'lists') return 'listing was due'
  if (dueDay(stage, expected) === null) return WORDS[name].ahead
  if (name === 'lists') return 'listing due'
  return isPast ? 'allotment was due' : 'allotment due by'
}

const StageDate = ({ stage, due, today }: { stage: Stage; due: Day | null; today: Day }) => (
  <Sourced of={due === null ? pathOf(stage) : 'expected'}>
    <StageDay {...stage} day={due ?? stage.day} today={today} />
  </Sourced>
)

const StageDay = ({ day, state, today }: Stage & { today: Day }) =>
  day === null ? (
    <Missing>{state === 'done' ? 'day not known' : 'not announced'}</Missing>
  ) : (
    <strong>
      <time dateTime={day}>{day === today ? 'today' : <DayOverYear day={day} today={today} />}</time>
    </strong>
  )

/** On a phone, four days with their years do not fit side by side. */
const DayOverYear = ({ day, today }: { day: Day; today: Day }) =>
  day.slice(0, 4) === today.slice(0, 4) ? (
    shortDay(day)
  ) : (
    <>
      {shortDay(day)} <br />
      {day.slice(0, 4)}
    </>
  )
