import { renderToString } from 'preact-render-to-string'
import type { Day, Instant } from '../market/calendar.ts'
import type { Freshness, StaleSource } from '../reports/freshness.ts'
import { ATOM_PATH } from '../request/paths.ts'
import { en } from '../texts/en.ts'
import { plainText } from '../texts/format.ts'
import { AlertsLink, WithAlertsAddress } from './alerts/alerts-line.tsx'
import { COPY_SCRIPT, SCRIPT, STYLES } from './assets.ts'
import { canDrawCards } from './cards/draw-card.ts'
import { CardMeta } from './cards/page-card.tsx'
import { CopyMark } from './copy/copy-state.tsx'
import { type StaticCopy, WithCopy } from './copy/static-copy.tsx'
import { DayAndTime, Name, SourceName, sourceName } from './figures.tsx'
import { WithTerms } from './kit/term.tsx'
import { IconLinks } from './mark/icons.tsx'
import { Mark } from './mark/mark.tsx'
import type { Page } from './page.ts'
import { withMomentInLinks } from './past/moment-links.ts'
import { PastBanner } from './past/past-page.tsx'
import { SearchBox } from './search/search-box.tsx'
import { BELONGS_TO, MORE, SECTIONS } from './sections.ts'
import { StructuredDataBlock } from './share/structured-data.tsx'

/** What all pages have in common at one moment. */
export interface Site {
  readonly disclaimer: string
  /** The notice of a demo; `null` for a real market. */
  readonly demoNotice: string | null
  /** `null` if it was not looked up. */
  readonly freshness: Freshness | null
  readonly today: Day
  /** The moment of a page about the past; `null` for the present. */
  readonly asOf: Instant | null
  /** The public address of the service without a final slash; empty when unknown. */
  readonly publicUrl: string
  /** Where the public can subscribe to the operator's alerts; empty when nowhere. */
  readonly alertsAddress: string
  /** What a page of a static copy knows of it; `null` for a page of the service. */
  readonly copy: StaticCopy | null
}

/** True when an address belongs to a section: `/ipos/acme` to `/ipos`. */
const isWithin = (path: string, section: string): boolean =>
  path === section ||
  BELONGS_TO[path.split('?')[0] ?? ''] === section ||
  (section !== '/' && (path.startsWith(`${section}/`) || path.startsWith(`${section}?`)))

/** A filtered, sorted or later page of a list. Search engines should index only the list itself. */
const isOneOfMany = (path: string | undefined): boolean => path?.includes('?') ?? false

/** The address of the page as JSON; `undefined` where a copy has no file of it. */
const jsonOf = ({ page: { json }, site: { copy } }: FrameProps): string | undefined =>
  copy && json !== undefined && copy.inCopy(json) === undefined ? undefined : json

const Head = ({ page, site }: FrameProps) => {
  const json = jsonOf({ page, site })
  const title = plainText(page.path === '/' ? page.title : `${page.title} · Greymark`)
  const description = plainText(page.description)
  const path = page.path && (site.copy?.inCopy(page.path) ?? page.path)
  const address = site.publicUrl === '' || path === undefined ? null : `${site.publicUrl}${path}`
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1c21" />
      {address !== null && <link rel="canonical" href={address} />}
      {(page.noindex || isOneOfMany(page.path)) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Greymark" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address !== null && <meta property="og:url" content={address} />}
      {page.card !== null && canDrawCards() && <CardMeta card={page.card} publicUrl={site.publicUrl} />}
      <IconLinks />
      <link rel="stylesheet" href={STYLES.path} />
      {json !== undefined && <link rel="alternate" type="application/json" href={json} />}
      <link rel="alternate" type="application/atom+xml" title="Recent changes" href={ATOM_PATH} />
      <script type="module" src={SCRIPT.path} />
      {site.copy && <script type="module" src={COPY_SCRIPT.path} />}
      {page.structuredData && site.publicUrl !== '' && site.demoNotice === null && (
        <StructuredDataBlock of={page.structuredData} publicUrl={site.publicUrl} />
      )}
    </head>
  )
}

const Links = ({
  links,
  path,
}: {
  links: readonly (readonly [string, string])[]
  path: string | undefined
}) => (
  <>
    {links.map(([href, label]) => (
      <a key={href} href={href} aria-current={isWithin(path ?? '', href) ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </>
)

/** One line about all stale sources, so that no page hides them. */
export const StaleSourcesNotice = ({ stale, today }: { stale: readonly StaleSource[]; today: Day }) => {
  const times = stale.map(({ since }) => since)
  const names = [...new Set(stale.map(({ source }) => sourceName(source)))]
  return (
    <p class="notice line" role="note">
      <strong>
        {en.freshness.notUpdatedSince(times, (at) => (
          <DayAndTime key={at} at={at} today={today} />
        ))}
        :
      </strong>{' '}
      {en.freshness.sourcesNamed(names, (name, comma) => (
        <span key={name}>
          {comma}
          <Name>{name}</Name>
        </span>
      ))}
      . <a href="/sources">{en.freshness.details}</a>
    </p>
  )
}

/** The notices above the content of a page, each of one line. */
const Notices = ({ page, site: { demoNotice, freshness, today, asOf } }: FrameProps) => (
  <>
    {demoNotice !== null && (
      <p class="notice line" role="note">
        {demoNotice}
      </p>
    )}
    {freshness !== null && freshness.stale.length > 0 && (
      <StaleSourcesNotice stale={freshness.stale} today={today} />
    )}
    {asOf !== null && page.path !== undefined && <PastBanner asOf={asOf} present={page.path} />}
  </>
)

const LastUpdate = ({ freshness: { lastRead }, today }: { freshness: Freshness; today: Day }) =>
  lastRead === null ? (
    <span>No update yet</span>
  ) : (
    <span>
      Last update: <DayAndTime at={lastRead.at} today={today} /> from <SourceName source={lastRead.source} />
    </span>
  )

const Foot = ({ page, site }: FrameProps) => {
  const json = jsonOf({ page, site })
  return (
    <footer class="quiet small">
      <p>{site.disclaimer}</p>
      {site.copy && <CopyMark />}
      <p class="facts">
        {json !== undefined && <a href={json}>This page as JSON</a>}
        {page.momentPath !== undefined && site.copy === null && (
          <a href={page.momentPath} rel="nofollow">
            Link to this moment
          </a>
        )}
        <a href="/method">How figures are calculated</a>
        {site.copy?.liveUrl && <a href={site.copy.liveUrl}>{en.copy.live}</a>}
        {site.alertsAddress !== '' && (
          <span>
            IPO alerts: <AlertsLink address={site.alertsAddress} />
          </span>
        )}
        {site.freshness !== null && <LastUpdate freshness={site.freshness} today={site.today} />}
        <span>All times are India Standard Time (IST)</span>
      </p>
      <nav aria-label="More">
        <Links links={MORE} path={page.path} />
      </nav>
    </footer>
  )
}

/** A page that may have no address of its own, such as an error page. */
export type FramedPage = Omit<Page, 'path' | 'span'> & { readonly path?: string }

interface FrameProps {
  readonly page: FramedPage
  readonly site: Site
}

/** Replaced by the content of the page, which is rendered by itself. */
const CONTENT_MARK = '<template id="page"></template>'

const Frame = ({ page, site }: FrameProps) => (
  <html lang="en-IN">
    <Head page={page} site={site} />
    <body>
      <a class="unseen skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <nav aria-label="Main">
          <a class="brand" href="/">
            <Mark size={22} /> Greymark
          </a>
          <SearchBox />
          <span class="sections">
            <Links links={SECTIONS} path={page.path} />
          </span>
        </nav>
      </header>
      <main id="content">
        <Notices page={page} site={site} />
        <template id="page" />
      </main>
      <Foot page={page} site={site} />
    </body>
  </html>
)

export const HTML = 'text/html; charset=utf-8'

export function renderPage(page: FramedPage, site: Site): string {
  // A page about the past has nothing to be alerted of.
  const alertsAddress = site.asOf === null ? site.alertsAddress : ''
  const rendered = renderToString(
    <WithCopy value={site.copy}>
      <WithAlertsAddress address={alertsAddress}>
        <WithTerms>{page.content}</WithTerms>
      </WithAlertsAddress>
    </WithCopy>,
  )
  const content = site.asOf === null ? rendered : withMomentInLinks(rendered, site.asOf)
  const frame = renderToString(
    <WithCopy value={site.copy}>
      <Frame page={page} site={site} />
    </WithCopy>,
  )
  return `<!doctype html>${frame.replace(CONTENT_MARK, () => content)}`
}
