import { ATOM_PATH, BASE, CALENDAR_PATH, MCP_PATH } from '../../request/paths.ts'
import { STATUS_PATH } from '../copy/copy-notices.ts'

/**
 * Crawlers may read everything, JSON included, except sorted and paged lists and past moments, which are endless
 * variants of the same rows, and whole tables.
 */
export const robotsText = (publicUrl: string, isCopy = false): string =>
  [
    'User-agent: *',
    'Disallow: /*?*sort=',
    'Disallow: /*?*cursor=',
    'Disallow: /*?*asOf=',
    'Disallow: /downloads/',
    // The page about them, which is a folder in a copy.
    ...(isCopy ? ['Allow: /downloads/$'] : []),
    'Allow: /',
    ...(publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n')

/**
 * What a language model needs to use the service, in the form of llmstxt.org. Links are absolute where the address of the
 * service is known.
 */
export const llmsText = (publicUrl: string, isCopy = false): string => {
  const link = (title: string, path: string, text: string) => `- [${title}](${publicUrl}${path}): ${text}`
  return [
    '# Greymark',
    '',
    '> Open market data on Indian IPOs: terms, dates, subscription, listing prices, bulk and block deals, and the grey-market premium (GMP) with the name of each source and the day of its quote. Free, without a key. Read-only.',
    '',
    'GMP is unofficial and cannot be verified. State who quoted it, on which day (`lastGmpDay`), how many independent owners (`lastGmpOwners`) and whether they disagree (`gmpDisputed`). `null` means unknown, never 0. Amounts are in rupees, or crore in names that end in `Cr`; days are days in India. Nothing here is investment advice.',
    '',
    '## For programs',
    '',
    ...(isCopy
      ? [
          link('IPOs that are open now', `${BASE}/ipos/open.json`, 'a file: this host ignores parameters'),
          link(
            'State',
            STATUS_PATH,
            'how old these files are (`dataAsOf`, `staleAfter`), and which there are',
          ),
          link('OpenAPI 3.1', '/openapi.json', 'every file and field'),
          link('Guide for developers', '/developers', 'the files, their age, and what is not here'),
        ]
      : [
          link(
            'Tools for assistants (MCP)',
            MCP_PATH,
            'Model Context Protocol, streamable HTTP without sessions, POST only',
          ),
          link('API', BASE, 'the list of JSON endpoints'),
          link('IPOs that are open now', `${BASE}/ipos?status=OPEN`, 'an example'),
          link('OpenAPI 3.1', '/openapi.json', 'every parameter and field'),
          link(
            'Guide for developers',
            '/developers',
            'first requests, polling, long lists, the past, errors',
          ),
        ]),
    link('Downloads', '/downloads', 'whole tables as CSV, NDJSON and Parquet, and the data set'),
    '',
    '## For readers',
    '',
    link('Method', '/method', 'how each figure is calculated'),
    link('Scoreboard', '/scoreboard', 'how well GMP predicted past listings'),
    link('Sources', '/sources', 'what is read, when, and what is wrong with it'),
    link('Terms of use', '/docs#terms', 'link back, keep the disclaimer, poll at most once a minute'),
    '',
    '## Optional',
    '',
    link('Changes', ATOM_PATH, 'an Atom feed'),
    link('Calendar', CALENDAR_PATH, 'opening, closing, allotment and listing days'),
    '',
  ].join('\n')
}
