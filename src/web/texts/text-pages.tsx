import { REPOSITORY } from '../../project-file.ts'
import type { Page } from '../page.ts'
import { shownOrigin } from './snippet.tsx'
import { textPage } from './text-page.tsx'

export const methodPage = (): Page =>
  textPage('method', {
    description:
      'How every figure is worked out: which source counts, how the median GMP is computed, when sources disagree, and how the grey market is scored.',
  })

export const newToIposPage = (): Page =>
  textPage('new-to-ipos', {
    description:
      'How an IPO works in India: applying by broker or bank, the UPI mandate, lots, blocked money, allotment and listing, and what the grey market is.',
  })

export const aboutPage = (publicUrl: string): Page =>
  textPage(
    'about',
    {
      description:
        'What Greymark is and is not: a record of what each source reported about Indian IPOs, not advice. Disclaimer, terms of use, attribution, privacy.',
    },
    {
      origin: shownOrigin(publicUrl),
      openSource: REPOSITORY === null ? 'open source' : <a href={REPOSITORY}>open source</a>,
    },
  )
