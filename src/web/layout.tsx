import { renderToString } from 'preact-render-to-string'
import type { Day } from '../market/calendar.ts'
import type { Freshness, StaleSource } from '../reports/freshness.ts'
import { ATOM_PATH } from '../request/paths.ts'
import { FAVICON, SCRIPT, STYLES } from './assets.ts'
import { DayAndTime, SourceName, sourceName } from './figures.tsx'
import type { Page } from './page.ts'
import { BELONGS_TO, MORE, SECTIONS } from './sections.ts'

/** What all pages have in common at one moment. */
export interface Site {
  readonly disclaimer: string
  /** The notice of a demo; `null` for a real market. */
  readonly demoNotice: string | null
  /** `null` if it was not looked up. */
  readonly freshness: Freshness | null
  readonly today: Day
  /** The public address of the service without a final slash; empty when unknown. */
  readonly publicUrl: string
}

/** True when an address belongs to a section: `/ipos/acme` to `/ipos`. */
const isWithin = (path: string, section: string): boolean =>
  path === section ||
  BELONGS_TO[path.split('?')[0] ?? ''] === section ||
  (section !== '/' && (path.startsWith(`${section}/`) || path.startsWith(`${section}?`)))

/** A filtered, sorted or later page of a list. Search engines should index only the list itself. */
const isOneOfMany = (path: string | undefined): boolean => path?.includes('?') ?? false

const Head = ({ page, site }: { page: FramedPage; site: Site }) => {
  const title = page.path === '/' ? page.title : `${page.title} · Greymark`
  const address = site.publicUrl === '' || page.path === undefined ? null : `${site.publicUrl}${page.path}`
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1c21" />
      {address !== null && <link rel="canonical" href={address} />}
      {(page.noindex || isOneOfMany(page.path)) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Greymark" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={page.description} />
      {address !== null && <meta property="og:url" content={address} />}
      <meta name="twitter:card" content="summary" />
      <link rel="icon" href={FAVICON.path} type={FAVICON.contentType} />
      <link rel="stylesheet" href={STYLES.path} />
      {page.json !== undefined && <link rel="alternate" type="application/json" href={page.json} />}
      <link rel="alternate" type="application/atom+xml" title="What changed lately" href={ATOM_PATH} />
      <script type="module" src={SCRIPT.path} />
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

/** Names the stale sources, so that no page hides them. */
const StaleSourcesNotice = ({ stale, today }: { stale: readonly StaleSource[]; today: Day }) => (
  <p class="notice" role="note">
    <strong>Not all sources are heard.</strong>{' '}
    {stale.map(({ id, source, state, since }, i) => (
      <span key={id}>
        {i > 0 && ' '}
        <SourceName source={source} />
        {sourceName(source) === source ? '' : ` (${id})`}{' '}
        {state === 'failing' ? 'could not be read' : 'has said nothing new'}
        {since === null ? (
          ' yet'
        ) : (
          <>
            {' '}
            since <DayAndTime at={since} today={today} />
          </>
        )}
        .
      </span>
    ))}{' '}
    <a href="/sources">How each source is doing</a>
  </p>
)

const LastUpdate = ({ freshness: { lastRead }, today }: { freshness: Freshness; today: Day }) =>
  lastRead === null ? (
    <>nothing heard yet · </>
  ) : (
    <>
      last heard <DayAndTime at={lastRead.at} today={today} /> IST from{' '}
      <SourceName source={lastRead.source} /> ·{' '}
    </>
  )

/** A page that may have no address of its own, such as an error page. */
export type FramedPage = Omit<Page, 'path' | 'span'> & { readonly path?: string }

const Frame = ({ page, site }: { page: FramedPage; site: Site }) => (
  <html lang="en-IN">
    <Head page={page} site={site} />
    <body>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <nav aria-label="Main">
          <a class="brand" href="/">
            Greymark
          </a>
          <span class="sections">
            <Links links={SECTIONS} path={page.path} />
          </span>
        </nav>
      </header>
      <main id="content">
        {site.demoNotice !== null && (
          <p class="notice" role="note">
            {site.demoNotice}
          </p>
        )}
        {site.freshness !== null && site.freshness.stale.length > 0 && (
          <StaleSourcesNotice stale={site.freshness.stale} today={site.today} />
        )}
        {page.content}
      </main>
      <footer>
        <p>{site.disclaimer}</p>
        <p>
          {page.json !== undefined && (
            <>
              <a href={page.json}>This page as JSON</a> ·{' '}
            </>
          )}
          <a href="/method">How we work it out</a> ·{' '}
          {site.freshness !== null && <LastUpdate freshness={site.freshness} today={site.today} />}
          times are India Standard Time
        </p>
        <nav aria-label="More">
          <Links links={MORE} path={page.path} />
        </nav>
      </footer>
    </body>
  </html>
)

export const HTML = 'text/html; charset=utf-8'

export const renderPage = (page: FramedPage, site: Site): string =>
  `<!doctype html>${renderToString(<Frame page={page} site={site} />)}`
