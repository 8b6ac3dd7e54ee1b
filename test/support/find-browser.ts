import { isExecutable, namedProgram } from '../deploy/installed.ts'

/** The value of CHROME_PATH that selects the browser inside the npm package, whatever is installed. */
const PACKAGED = 'packaged'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
export const NO_BROWSER =
  'there is no Chromium, and npm has one for Linux on x64 only: install Chromium or Chrome, or name its path in CHROME_PATH'

/** What determines which browser is used. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly chromePath: string | undefined
  isExecutable(path: string): boolean
}

export const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  chromePath: process.env.CHROME_PATH,
  isExecutable,
}

/** The path of an installed browser, `packaged` for the one of the npm package, or `undefined` if there is none. */
export type FoundBrowser = { readonly path: string } | typeof PACKAGED | undefined

/** Throws if CHROME_PATH names a browser that does not exist. */
export function findBrowser({ platform, arch, chromePath, isExecutable }: Machine): FoundBrowser {
  const packaged = platform === 'linux' && arch === 'x64' ? PACKAGED : undefined
  if (chromePath === PACKAGED) {
    if (packaged) return packaged
    throw new Error(`CHROME_PATH=${PACKAGED} is for Linux on x64 only; this is ${platform} on ${arch}`)
  }
  if (chromePath) return { path: namedProgram('CHROME_PATH', chromePath, isExecutable) }
  const path = INSTALLED.find(isExecutable)
  return path ? { path } : packaged
}
