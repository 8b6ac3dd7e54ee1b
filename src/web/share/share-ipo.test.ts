import { expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'

const LINES = [ipo('acme-foods', { name: 'Acme "Foods" & Sons Limited' })]

const snippets = async (env: Record<string, string>, path = '/ipos/acme-foods') => {
  const $ = await pageOf(
    await startTestService({ lines: LINES, linesAt: '2026-01-10T06:00:00.000Z', env }),
    path,
  )
  return $('.share details .snippet code')
    .map((_, code) => $(code).text())
    .get()
}

test('the page of an IPO has code to copy, with the public address', async () => {
  expect(await snippets({ PUBLIC_URL: 'https://ipo.example' })).toEqual([
    '<iframe src="https://ipo.example/embed/acme-foods" title="Acme &quot;Foods&quot; &amp; Sons IPO: unofficial GMP and dates" width="340" height="330" loading="lazy" style="border:0"></iframe>',
    '<a href="https://ipo.example/ipos/acme-foods"><img src="https://ipo.example/badge/acme-foods.svg" alt="Acme &quot;Foods&quot; &amp; Sons IPO: unofficial GMP and dates" height="48"/></a>',
  ])
})

test('without a public address, the code has a placeholder that the script replaces', async () => {
  for (const snippet of await snippets({})) expect(snippet).toContain('"https://YOUR-SERVER/')
})

test('a page as of a past moment has none, because the frame shows the present', async () => {
  expect(await snippets({}, '/ipos/acme-foods?asOf=2026-01-15T06:00:00.000Z')).toEqual([])
})
