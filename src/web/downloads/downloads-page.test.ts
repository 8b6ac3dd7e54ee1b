import { expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'

test('links only to addresses that exist', async () => {
  const service = await startTestService({ now: '2026-01-14T06:00:00.000Z', lines: [ipo('loom')] })
  const $ = await pageOf(service, '/downloads')
  const links = new Set(
    $('main a[href^="/"]')
      .map((_, link) => $(link).attr('href')?.split('#')[0])
      .get(),
  )
  expect(links.size).toBeGreaterThan(15)
  const missing: string[] = []
  for (const path of links) {
    const response = await service.get(path)
    await response.arrayBuffer()
    if (response.status !== 200) missing.push(`${path} ${response.status}`)
  }
  expect(missing).toEqual([])
})
