import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { DOWNLOAD_FORMATS, DOWNLOADS, DOWNLOADS_BASE, MEDIA_TYPES } from '../../request/downloads.ts'
import { boardName, harmless } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'

/**
 * What a page is in the terms of schema.org, for search engines. An IPO is neither an `Event`, which has a place, nor an
 * `Offer`, which has a seller, and a GMP is no price: its page has only its place in the site.
 */
export type StructuredData = (absolute: (path: string) => string) => Readonly<Record<string, unknown>>

/** The site, with its search. */
export const websiteData: StructuredData = (absolute) => ({
  '@type': 'WebSite',
  name: 'Greymark',
  url: absolute('/'),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: absolute('/ipos?q={search_term_string}') },
    'query-input': 'required name=search_term_string',
  },
})

/** Where the page of an IPO is within the site. */
export const ipoBreadcrumbs = ({ slug, name, board }: IpoView): StructuredData => {
  const crumbs = [
    ['All IPOs', '/ipos'],
    [boardName(board), iposAddress(iposState({ board: [board] }))],
    [harmless(name), `/ipos/${slug}`],
  ] as const
  return (absolute) => ({
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(([label, path], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: label,
      item: absolute(path),
    })),
  })
}

/** The tables that can be downloaded. */
export const datasetData =
  (description: string): StructuredData =>
  (absolute) => ({
    '@type': 'Dataset',
    name: 'Greymark: Indian IPOs, grey-market premium and exchange deals',
    description,
    url: absolute(DOWNLOADS_BASE),
    license: absolute('/about#terms'),
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'Greymark', url: absolute('/') },
    distribution: DOWNLOADS.flatMap(({ name }) =>
      DOWNLOAD_FORMATS.map((format) => ({
        '@type': 'DataDownload',
        name,
        encodingFormat: MEDIA_TYPES[format],
        contentUrl: absolute(`${DOWNLOADS_BASE}/${name}.${format}`),
      })),
    ),
  })

/** JSON that cannot end the element it stands in. */
const embeddableJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A data block, which browsers do not execute. Addresses in it must be absolute, so it needs the public address. */
export const StructuredDataBlock = ({ of, publicUrl }: { of: StructuredData; publicUrl: string }) => {
  const copy = useCopy()
  const data = {
    '@context': 'https://schema.org',
    ...of((path) => `${publicUrl}${copy?.inCopy(path) ?? path}`),
    // A static copy answers no search.
    ...(copy && { potentialAction: undefined }),
  }
  return (
    <script
      type="application/ld+json"
      // Escaped as text, the JSON could not be read.
      dangerouslySetInnerHTML={{ __html: embeddableJson(data) }}
    />
  )
}
