import { dealDays, type NewestDeals, newestDeals } from '../../reports/deals/deal-days.ts'
import { shareDays } from '../../reports/deals/deal-sums.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { ExternalLink } from '../external-link.tsx'
import { LongDay, sourceName } from '../figures.tsx'
import { Listed, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ShareLink, traded } from './deal-table.tsx'
import { DealRows, HeadOfOne, Totals, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress } from './deals-walk.ts'

const words = en.deals

interface ClientPageOptions {
  /** The setting `CONTACT`. */
  readonly contact: string
  readonly sources: SourceChoice
}

/** All deals that were disclosed under one name: by share and day, and row by row. */
export async function clientPage(
  { values: walk }: PageRequest<DealsWalk>,
  { contact, sources }: ClientPageOptions,
): Promise<Page> {
  const { market, moment } = walk
  const name = String(walk.filter.clientName)
  // Totals are computed only on the first page.
  const newest = walk.after === null ? await newestDeals(market.db, moment, walk.filter) : undefined
  const page = await dealDays(market.db, moment, walk, newest)
  if (page.days.length === 0)
    throw new Problem('NOT_FOUND', 'no bulk or block deal of a client with exactly this name is known')
  return {
    title: `Deals of ${harmless(name)}`,
    description: `Bulk and block deals that NSE and BSE disclosed under the name ${harmless(name)}: what was bought and sold, by share and day.`,
    ...addressesOf(walk),
    noindex: true,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <HeadOfOne title="Deals of" name={name} />
        <p class="lead">
          What NSE and BSE disclosed under exactly this name. Several clients can have the same name, and one
          client can appear under several spellings.
        </p>
        <Totals newest={newest} walk={walk} />
        {newest && <ByShareAndDay newest={newest} />}
        <DealRows page={page} walk={walk} scope="client" />
        <p>
          <a href={dealsAddress({ clientName: name })}>Filter these deals by day, symbol, kind or side</a>
        </p>
        <Corrections contact={contact} sources={sources.known} />
        <WhatDealsAre />
      </>
    ),
  }
}

/** More rows would hide the deals themselves. */
const MOST_SHARE_DAYS = 50

/** What the client bought and sold, by share and day, with the difference. */
function ByShareAndDay({ newest }: { newest: NewestDeals }) {
  const rows = shareDays(newest)
  return (
    <Section title={words.byShareAndDay} note={words.withinDeals}>
      <Table
        label={words.byShareAndDay}
        columns={[SHARE_AND_DAY, ...traded(words.inAndOut)]}
        rows={rows.slice(0, MOST_SHARE_DAYS)}
        isDoors
      />
      <p class="quiet small">
        {words.netNote} {(newest.isCut || rows.length > MOST_SHARE_DAYS) && words.olderLeftOut}
      </p>
    </Section>
  )
}

const SHARE_AND_DAY: Column<ReturnType<typeof shareDays>[number]> = {
  key: 'share',
  label: words.share,
  cell: ({ symbol, exchange, day }) => (
    <>
      <ShareLink symbol={symbol} />{' '}
      <small>
        <LongDay day={day} />, {exchange}
      </small>
    </>
  ),
}

interface CorrectionsProps {
  /** The setting `CONTACT`; empty when the operator has set none. */
  readonly contact: string
  readonly sources: SourceChoice['known']
}

/** Where to report a mistake: to the operator, and to the exchange that published the deal. */
const Corrections = ({ contact, sources }: CorrectionsProps) => (
  <section class="about-deals">
    <h2>Corrections</h2>
    <p>
      This page has only what an exchange published under this name.{' '}
      {contact === '' ? (
        'The operator of this site has set no contact for corrections.'
      ) : (
        <>
          If it differs from the exchange, write to the operator of this site:{' '}
          <ContactLink contact={contact} />.
        </>
      )}{' '}
      If the exchange published it wrongly, only the exchange can correct it:{' '}
      <Listed
        items={sources
          .filter(({ dealsFile }) => dealsFile !== undefined)
          .map(({ id, publisher, home }) => (
            <ExternalLink key={id} href={home}>{`deals at ${sourceName(publisher)}`}</ExternalLink>
          ))}
      />
      .
    </p>
  </section>
)

/** The address behind the operator's contact; `null` if the text is neither an e-mail nor a web address. */
function contactAddress(contact: string): string | null {
  if (/^https?:\/\//i.test(contact)) return URL.canParse(contact) ? contact : null
  if (/^[^\s/:@]+@[^\s/:@]+$/.test(contact))
    return `mailto:${encodeURIComponent(contact).replace('%40', '@')}`
  const web = `https://${contact}`
  return /^[^/:@]+\.[^:@]+$/.test(contact) && URL.canParse(web) ? web : null
}

/** The operator's contact, as a link where it is an e-mail or a web address. */
function ContactLink({ contact }: { contact: string }) {
  const href = contactAddress(contact)
  return href === null ? <span class="name-text">{contact}</span> : <a href={href}>{contact}</a>
}
