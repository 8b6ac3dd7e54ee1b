import { existsSync, readFileSync } from 'node:fs'
import { projectFile } from '../../project-file.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { markSvg } from './mark.ts'

export const FAVICON: FixedFile = { path: '/favicon.svg', contentType: 'image/svg+xml', body: markSvg() }

/** None if the program was built where PNGs cannot be drawn. */
const pngs = (path: string, name: string): FixedFile[] => {
  const file = projectFile(`dist/icons/${name}.png`)
  return existsSync(file) ? [{ path, contentType: 'image/png', body: readFileSync(file) }] : []
}

/** Devices look for this one at its traditional address. */
const APPLE_TOUCH_ICONS = pngs('/apple-touch-icon.png', 'square-180')
const INSTALLED_ICONS = [
  { icons: pngs('/icons/192.png', 'rounded-192'), size: 192, purpose: 'any' },
  { icons: pngs('/icons/512.png', 'rounded-512'), size: 512, purpose: 'any' },
  { icons: pngs('/icons/maskable-512.png', 'maskable-512'), size: 512, purpose: 'maskable' },
] as const

/** What a phone shows when somebody puts the site on the home screen. */
const MANIFEST: FixedFile = {
  path: '/manifest.webmanifest',
  contentType: 'application/manifest+json',
  body: JSON.stringify({
    name: 'Greymark',
    short_name: 'Greymark',
    description: 'Indian IPOs: dates, terms, grey-market premium with its sources, and how far off it was',
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf6',
    theme_color: '#fbfaf6',
    icons: [
      { src: FAVICON.path, sizes: 'any', type: FAVICON.contentType },
      ...INSTALLED_ICONS.flatMap(({ icons, size, purpose }) =>
        icons.map(({ path, contentType }) => ({
          src: path,
          sizes: `${size}x${size}`,
          type: contentType,
          purpose,
        })),
      ),
    ],
  }),
}

/** The mark in all its forms, and the manifest that lists them. */
export const ICON_FILES: readonly FixedFile[] = [
  FAVICON,
  ...APPLE_TOUCH_ICONS,
  MANIFEST,
  ...INSTALLED_ICONS.flatMap(({ icons }) => icons),
]

export const IconLinks = () => (
  <>
    <link rel="icon" href={FAVICON.path} type={FAVICON.contentType} />
    {APPLE_TOUCH_ICONS.map(({ path }) => (
      <link key={path} rel="apple-touch-icon" href={path} />
    ))}
    <link rel="manifest" href={MANIFEST.path} />
  </>
)
