import type { Instant } from '../../market/calendar.ts'
import { allotmentCheckPages, allotmentResultFrom } from '../../market/issues/registrars.ts'
import type { Milestone, MilestoneKind } from '../../market/issues/stages.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { TermId } from '../../texts/en/glossary.ts'
import { en } from '../../texts/en.ts'
import { AlertsLine } from '../alerts/alerts-line.tsx'
import { symbolAddress } from '../deals/deals-walk.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { ExternalLink } from '../external-link.tsx'
import { ClockTime, Missing, Name, Weekday } from '../figures.tsx'
import { Listed, Section } from '../kit/parts.tsx'
import { MaybeTerm } from '../kit/term.tsx'

/** The days of an issue, on a line that reaches as far as it has come. */
export function DatesSection({ view }: { view: IpoView }) {
  const { milestones, expected } = view
  const shown = milestones.filter(
    ({ kind, day }) => day !== null || kind === 'opens' || kind === 'closes' || kind === 'lists',
  )
  return (
    <Section id="dates" title={en.ipoPage.tabs.dates}>
      <ol class="sheet milestones">
        {shown.map((one) => (
          <li key={one.kind} class={one.state} aria-current={one.state === 'next' ? 'step' : undefined}>
            <span>
              <MaybeTerm of={MILESTONES[one.kind][1]}>{en.states.milestone(one)}</MaybeTerm>
            </span>
            <span class="day">
              <MilestoneDay one={one} view={view} />
            </span>
          </li>
        ))}
      </ol>
      {expected !== null && view.isAhead && (
        <p class="quiet small">
          {en.states.dueDays} {!view.areHolidaysKnown && en.states.holidaysUnknown}{' '}
          <a href="/method#expected-days">{en.ipoPage.methodLink}</a>
        </p>
      )}
      <LockIns view={view} />
      {view.isAhead && <AlertsLine />}
    </Section>
  )
}

/** When anchor investors may sell; nothing while that is not known. */
function LockIns({ view }: { view: IpoView }) {
  const { lockIns, today } = view
  if (lockIns.length === 0) return null
  return (
    <>
      <h3 id="lock-ins">
        <MaybeTerm of="lock-in">{en.lockIns.title}</MaybeTerm>
      </h3>
      {lockIns.map((lockIn) => (
        <p key={lockIn.days}>
          <Sourced of="lockIns">{en.lockIns.endsOn(lockIn, today)}</Sourced>{' '}
          <small class="quiet">{en.lockIns.shares(lockIn)}</small>
        </p>
      ))}
      <p class="quiet small">
        {en.lockIns.others} {!view.areLockInHolidaysKnown && en.states.holidaysUnknown}{' '}
        <a href="/method#lock-ins">{en.ipoPage.methodLink}</a>
      </p>
    </>
  )
}

/** The path of a day in the JSON answer, for its evidence, and the word that explains it. */
const MILESTONES: Readonly<Record<MilestoneKind, readonly [path: string, term?: TermId]>> = {
  opens: ['openDate'],
  closes: ['closeDate'],
  allotment: ['allotmentDate', 'allotment'],
  refund: ['expected', 'refund'],
  credit: ['expected', 'credit'],
  lists: ['listingDate', 'listing'],
}

function MilestoneDay({ one, view: { today, terms } }: { one: Milestone; view: IpoView }) {
  const { kind, day, at, state, isAnnounced } = one
  if (state === 'traded' && day !== null)
    return (
      <>
        <Weekday day={day} today={today} /> (
        <a href={symbolAddress(terms.symbol ?? '')}>{en.states.dealDisclosed}</a>)
      </>
    )
  if (day === null) return <Missing>{state === 'done' ? en.fields.notKnown : en.ipo.notAnnounced}</Missing>
  const path = kind === 'lists' && state === 'done' ? 'listing.listedOn' : MILESTONES[kind][0]
  return (
    <Sourced of={isAnnounced ? path : 'expected'}>
      <Weekday day={day} today={today} />
      {kind === 'closes' && at !== null && state !== 'done' && (
        <>
          , <ClockTime at={at} />
        </>
      )}
    </Sourced>
  )
}

/** When the page begins to show the check first; `null` if it never does. */
export function allotmentCheckFrom(view: IpoView): Instant | null {
  const day = view.dayOf('allotment')
  return view.isAhead && day !== null ? allotmentResultFrom(day) : null
}

/** True from the evening of the allotment day until the issue has listed, or should have. */
export function isResultDue(view: IpoView): boolean {
  const from = allotmentCheckFrom(view)
  return from !== null && from <= view.clock && view.state === 'closed'
}

/** Where the result can be checked, and from when: at the top of the page once it may be up. */
export function AllotmentSection({ view }: { view: IpoView }) {
  if (!view.isAhead) return null
  const { today, terms } = view
  const { registrar } = terms
  const day = view.dayOf('allotment')
  return (
    <Section id="allotment" title={en.ipoPage.allotmentTitle}>
      <div class="sheet check">
        <p class="first-way">
          {registrar?.allotmentUrl ? (
            <ExternalLink href={registrar.allotmentUrl}>{en.ipoPage.checkAt(registrar.name)}</ExternalLink>
          ) : (
            <strong>{en.ipoPage.checkAtRegistrar}</strong>
          )}
        </p>
        <p class="small">
          {isResultDue(view)
            ? en.ipoPage.resultMayBeUp
            : day !== null &&
              day >= today &&
              en.ipoPage.fromEvening(<Weekday day={day} today={today} />)}{' '}
          <Registrar view={view} /> <OtherWays view={view} /> {en.ipoPage.privacy}
        </p>
      </div>
    </Section>
  )
}

function Registrar({ view }: { view: IpoView }) {
  const { registrar } = view.terms
  if (registrar === null) return <Missing>{en.ipoPage.registrarUnknown}</Missing>
  if (registrar.allotmentUrl !== null) return null
  return <>{en.ipoPage.registrarWithoutPage(<Name>{registrar.name}</Name>)}</>
}

/** The exchanges' own pages; the registrar may be slow on that evening. */
function OtherWays({ view: { board, terms } }: { view: IpoView }) {
  const pages = allotmentCheckPages(board, terms.exchanges)
  if (pages.length === 0) return null
  return (
    <>
      {en.ipoPage.otherWays}{' '}
      <Listed
        items={pages.map(({ exchange, url, needsLogin }) => (
          <>
            <ExternalLink href={url}>{en.ipoPage.exchangePage(exchange)}</ExternalLink>
            {needsLogin && ` ${en.ipoPage.needsLogin}`}
          </>
        ))}
      />
      .
    </>
  )
}
