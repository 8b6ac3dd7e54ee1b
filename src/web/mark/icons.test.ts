import { describe, expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { testServiceForAll } from '../../../test/support/service.ts'

const service = testServiceForAll({ lines: [ipo('acme-foods')] })

describe('the mark', () => {
  test('is linked as an icon, for home screens too', async () => {
    const $ = await pageOf(service(), '/')
    expect($('link[rel=icon]').attr('href')).toBe('/favicon.svg')
    expect($('link[rel=apple-touch-icon]').attr('href')).toBe('/apple-touch-icon.png')
    expect($('link[rel=manifest]').attr('href')).toBe('/manifest.webmanifest')
  })

  test('is there in every size that the manifest names', async () => {
    const response = await service().get('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    expect(response.headers.get('content-security-policy')).toContain("manifest-src 'self'")
    const { icons, start_url } = (await response.json()) as {
      icons: { src: string; sizes: string; type: string; purpose?: string }[]
      start_url: string
    }
    expect(start_url).toBe('/')
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`.trim())).toEqual([
      ...['any', '192x192 any', '512x512 any', '512x512 maskable'],
    ])
    for (const { src, sizes, type } of icons) {
      const icon = await service().get(src)
      expect(icon.headers.get('content-type')).toBe(type)
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('for touch devices is a square of 180 pixels', async () => {
    const bytes = Buffer.from(await (await service().get('/apple-touch-icon.png')).arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([180, 180])
  })
})
