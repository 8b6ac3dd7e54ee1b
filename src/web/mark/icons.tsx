import { readFileSync } from 'node:fs'
import { projectFile } from '../../project-file.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { markSvg } from './mark.ts'

export const FAVICON: FixedFile = { path: '/favicon.svg', contentType: 'image/svg+xml', body: markSvg() }

const png = (path: string, file: string): FixedFile => ({
  path,
  contentType: 'image/png',
  body: readFileSync(projectFile(`dist/icons/${file}.png`)),
})

/** Devices look for this one at its traditional address. */
const APPLE_TOUCH_ICON = png('/apple-touch-icon.png', 'square-180')
const INSTALLED_ICONS = [
  { icon: png('/icons/192.png', 'rounded-192'), size: 192, purpose: 'any' },
  { icon: png('/icons/512.png', 'rounded-512'), size: 512, purpose: 'any' },
  { icon: png('/icons/maskable-512.png', 'maskable-512'), size: 512, purpose: 'maskable' },
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
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf6',
    theme_color: '#ffffff',
    icons: [
      { src: FAVICON.path, sizes: 'any', type: FAVICON.contentType },
      ...INSTALLED_ICONS.map(({ icon, size, purpose }) => ({
        src: icon.path,
        sizes: `${size}x${size}`,
        type: icon.contentType,
        purpose,
      })),
    ],
  }),
}

/** The mark in all its forms, and the manifest that lists them. */
export const ICON_FILES: readonly FixedFile[] = [
  FAVICON,
  APPLE_TOUCH_ICON,
  MANIFEST,
  ...INSTALLED_ICONS.map(({ icon }) => icon),
]

export const IconLinks = () => (
  <>
    <link rel="icon" href={FAVICON.path} type={FAVICON.contentType} />
    <link rel="apple-touch-icon" href={APPLE_TOUCH_ICON.path} />
    <link rel="manifest" href={MANIFEST.path} />
  </>
)
