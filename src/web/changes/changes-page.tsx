import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import { changesEnd } from '../../reports/changes/changes-end.ts'
import { type ChangeGroup, latestChanges } from '../../reports/changes/latest-changes.ts'
import { ATOM_PATH, BASE, EVENTS_PATH } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { DayAndTime, IpoLink } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'

/** The largest number of changes on the page. */
const MOST_SHOWN = 60

/** The latest changes as sentences, newest first. */
export async function changesPage({ query, today }: PageRequest<unknown>): Promise<Page> {
  const { market, moment } = query
  const { end, span } = await changesEnd(market.db, market, moment.clock)
  const groups = await latestChanges(market, end, MOST_SHOWN)
  return {
    title: 'Latest changes',
    description:
      'The latest changes of Indian IPOs: new issues, terms, dates, status, GMP, disagreement between sources, subscription, listings and corrections.',
    path: '/changes',
    json: `${BASE}/changes?scope=news`,
    span,
    content: (
      <>
        <h1>Latest changes</h1>
        <Lead />
        {groups.length === 0 ? (
          <p>No changes in the last week.</p>
        ) : (
          <ol class="changes sheet">
            {groups.map((group) => (
              <Changed
                key={`${group.position.version} ${group.position.moment} ${group.slug} ${group.changes[0]?.kind}`}
                {...{ group, today }}
              />
            ))}
          </ol>
        )}
      </>
    ),
  }
}

/** A static copy has neither the list of changes as JSON nor events. */
const Lead = () => (
  <p class="lead">
    Newest first, each with its earlier value. Follow them as an <a href={ATOM_PATH}>Atom feed</a>
    {useCopy() ? (
      '.'
    ) : (
      <>
        , as <a href="/docs#listChanges">JSON</a>, or live as <a href="/downloads#changes">events</a> at{' '}
        <code>{EVENTS_PATH}</code>.
      </>
    )}
  </p>
)

const Changed = ({ group, today }: { group: ChangeGroup; today: Day }) => {
  const { position, slug, name, path, changes } = group
  return (
    <li>
      <p>
        {slug === null ? <a href={path}>{name}</a> : <IpoLink slug={slug} name={shortName(name)} />}{' '}
        <span class="quiet small">
          <DayAndTime at={position.moment} today={today} />
        </span>
      </p>
      <ul>
        {changes.flatMap(en.changes.changeTexts).map((text) => (
          <li key={text}>{harmless(text)}</li>
        ))}
      </ul>
    </li>
  )
}
