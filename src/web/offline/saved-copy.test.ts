import { describe, expect, test } from 'vitest'
import { plain } from '../../../test/support/pages.ts'
import { offlinePage, savedAtText, withAge } from './saved-copy.ts'

const NOW = new Date('2026-01-15T06:00:00.000Z')

describe('a saved copy of a page', () => {
  test.each([
    ['2026-01-15T05:12:00.000Z', 'today 10:42 am'],
    ['2026-01-14T11:42:00.000Z', 'yesterday 5:12 pm'],
    // Midnight in India.
    ['2026-01-14T18:29:00.000Z', 'yesterday 11:59 pm'],
    ['2026-01-14T18:30:00.000Z', 'today 12:00 am'],
    ['2026-01-10T11:42:00.000Z', '10 Jan 2026, 5:12 pm'],
    ['2025-12-31T11:42:00.000Z', '31 Dec 2025, 5:12 pm'],
  ])('of %s is from %s', (savedAt, text) => {
    expect(plain(savedAtText(new Date(savedAt), NOW))).toBe(text)
  })

  test('begins with its age', () => {
    const html = withAge(
      '<body><main id="content"><h1>$& IPOs</h1></main></body>',
      new Date('2026-01-14T11:42:00.000Z'),
      NOW,
    )
    expect(plain(html)).toMatch(
      /^<body><main id="content"><p class="notice" role="status"><strong>Saved copy from yesterday 5:12 pm\. You are offline;[^<]*<\/strong><\/p><h1>\$& IPOs/,
    )
  })
})

test('without a copy the saved pages are listed, the newest first, with their titles as they were escaped', () => {
  const page = (title: string) => `<head><title>${title}</title></head>`
  const html = offlinePage(
    new Map([
      ['/a?x=1&y=2', page('A &amp; B')],
      ['/b', page('B')],
    ]),
    '/assets/style.css',
  )
  expect(html).toContain('<li><a href="/b">B</a></li><li><a href="/a?x=1&amp;y=2">A &amp; B</a></li>')
  expect(html).toContain('href="/assets/style.css"')
})
