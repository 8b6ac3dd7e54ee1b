import { describe, expect, test } from 'vitest'
import { nginxPath } from '../deploy/installed.ts'
import { findBrowser, type Machine } from './find-browser.ts'

const machine = (installed: readonly string[], others: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  chromePath: undefined,
  isExecutable: (path) => installed.includes(path),
  ...others,
})
const ARM = { arch: 'arm64' }
const MAC = { platform: 'darwin', arch: 'arm64' }
const ON_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const OWN = '/opt/chrome'

test.each([
  ['Linux on x64 has the one of npm', machine([]), 'packaged'],
  ['an installed one goes first', machine(['/usr/bin/chromium']), { path: '/usr/bin/chromium' }],
  ['unless that of npm is requested', machine(['/usr/bin/chromium'], { chromePath: 'packaged' }), 'packaged'],
  ['CHROME_PATH goes before all', machine(['/usr/bin/chromium', OWN], { chromePath: OWN }), { path: OWN }],
  ['an empty CHROME_PATH is none', machine([], { chromePath: '' }), 'packaged'],
  ['Linux on arm64 has none', machine([], ARM), undefined],
  ['but may have one installed', machine(['/usr/bin/chromium'], ARM), { path: '/usr/bin/chromium' }],
  ['or named', machine([OWN], { ...ARM, chromePath: OWN }), { path: OWN }],
  ['a Mac has none', machine([], MAC), undefined],
  ['but may have one installed', machine([ON_MAC], MAC), { path: ON_MAC }],
])('%s', (_, given, found) => {
  expect(findBrowser(given)).toEqual(found)
})

describe('throws for a program that is named and does not exist', () => {
  test.each([
    [machine([]), 'CHROME_PATH must name a program that exists and may be run; got "/opt/chrome"'],
    [machine(['/usr/bin/chromium'], ARM), 'got "/opt/chrome"'],
  ])('CHROME_PATH=/opt/chrome %#', (given, words) => {
    expect(() => findBrowser({ ...given, chromePath: OWN })).toThrow(words)
  })

  test('rejects CHROME_PATH=packaged if npm has no browser', () => {
    expect(() => findBrowser(machine(['/usr/bin/chromium'], { ...ARM, chromePath: 'packaged' }))).toThrow(
      'CHROME_PATH=packaged is for Linux on x64 only; this is linux on arm64',
    )
  })

  test.each(['/nowhere/nginx', '/', import.meta.filename])('NGINX_PATH=%s', (path) => {
    expect(() => nginxPath(path)).toThrow(
      `NGINX_PATH must name a program that exists and may be run; got "${path}"`,
    )
  })

  test('uses the program that NGINX_PATH names', () => {
    expect(nginxPath(process.execPath)).toBe(process.execPath)
  })
})
