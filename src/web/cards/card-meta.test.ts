import { describe, expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'

const LINES = [ipo('acme-foods', { name: '\u202eAcme "Foods" Limited', openDate: '2026-01-13' })]
const service = testServiceForAll({ lines: LINES, env: { PUBLIC_URL: 'https://ipo.example' } })

const metaOf = async (path: string) => {
  const $ = await pageOf(service(), path)
  return (name: string) => $(`meta[property="${name}"], meta[name="${name}"]`).attr('content')
}

describe('the head of a page', () => {
  test.each([
    ['/', '/cards/today.png'],
    ['/ipos', '/cards/today.png'],
    ['/about', '/cards/today.png'],
    ['/ipos/acme-foods', '/cards/ipos/acme-foods.png'],
    ['/ipos/acme-foods/evidence', '/cards/ipos/acme-foods.png'],
    ['/scoreboard', '/cards/scoreboard.png'],
    ['/deals/NODEALS', '/cards/today.png'],
  ])('%s names the card %s, which exists', async (path, card) => {
    const meta = await metaOf(path)
    expect(meta('og:image')).toBe(`https://ipo.example${card}`)
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image:alt')?.length).toBeGreaterThan(20)
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect((await service().get(card)).status).toBe(200)
  })

  test('names a relative card where the public address is not known', async () => {
    const $ = await pageOf(await startTestService({ lines: LINES }), '/')
    expect($('meta[property="og:image"]').attr('content')).toBe('/cards/today.png')
  })

  test('has no invisible characters in what previews show', async () => {
    const meta = await metaOf('/ipos/acme-foods')
    const shown = ['og:title', 'og:description', 'description', 'og:image:alt'].map(meta).join(' ')
    expect(shown).toContain('Acme "Foods" Limited')
    expect(shown).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
  })
})
