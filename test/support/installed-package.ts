import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Env } from './command-line.ts'
import { openServer } from './open-server.ts'
import { ended } from './processes.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** One result of `npm pack --json`. */
interface Packed {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** The package as a user has it: packed, and installed by npm into a folder outside of the checkout. */
export interface InstalledPackage {
  /** The folder in which it was installed, with nothing else in it. */
  readonly folder: string
  /** The paths of the files in the tarball. */
  readonly files: readonly string[]
  /** The names of the packages that it may bring: its dependencies and theirs. */
  readonly dependencies: readonly string[]
  /** What npm printed about the installation. */
  readonly npmOutput: string
  remove(): void
}

/** Packs the project as it is built, and installs it from a registry that has the tarball and its declared dependencies. */
export async function installPackage(): Promise<InstalledPackage> {
  const place = mkdtempSync(join(tmpdir(), 'greymark-package-'))
  const [tarballs, folder] = [join(place, 'tarballs'), join(place, 'user')]
  for (const each of [tarballs, folder]) mkdirSync(each)
  const dependencies = dependencyFolders(ROOT)
  const folders = new Map([['greymark', ROOT], ...dependencies])
  const packages = pack([...folders.values()], tarballs)
  const registry = await startRegistry(packages, tarballs, folders)
  const npm = spawn('npm', ['install', 'greymark'], { cwd: folder, env: npmEnv(place, registry.address) })
  const { code, stdout, stderr } = await ended(npm)
  registry.close()
  if (code !== 0) throw new Error(`npm install failed: ${stdout}${stderr}`)
  return {
    folder,
    files: packages.find(({ name }) => name === 'greymark')?.files.map(({ path }) => path) ?? [],
    dependencies: [...dependencies.keys()].sort(),
    npmOutput: stdout + stderr,
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}

/** Starts a program in the folder of a user, with nothing of the checkout in its environment, and ends it after the test. */
export function startOutside(program: string, args: readonly string[], cwd: string, env: Env = {}) {
  const child = spawn(program, args, { cwd, env: { PATH: pathWithThisNode(), ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  return child
}

/** The command looks for "node" in PATH, which must be the one that runs the tests. */
export const pathWithThisNode = () => `${dirname(process.execPath)}:${process.env.PATH}`

/** npm without the settings of this user and of this project. */
const npmEnv = (home: string, registry: string) => ({
  PATH: pathWithThisNode(),
  HOME: home,
  npm_config_registry: registry,
  npm_config_cache: join(home, 'cache'),
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
})

/** The folders of the dependencies that a package declares, and of theirs, by name. */
export function dependencyFolders(
  folder: string,
  found = new Map<string, string>(),
): ReadonlyMap<string, string> {
  const { dependencies, optionalDependencies } = manifestOf(folder)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = join(ROOT, 'node_modules', name)
    // Of the optional ones, only those for this machine are installed.
    if (found.has(name) || !existsSync(place)) continue
    found.set(name, place)
    dependencyFolders(place, found)
  }
  return found
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function pack(folders: readonly string[], destination: string): Packed[] {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination, ...folders]
  const env = npmEnv(destination, 'http://127.0.0.1:9')
  return JSON.parse(execFileSync('npm', args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 1e8 }))
}

/** A registry on this machine. It answers 404 for every other package. */
function startRegistry(packages: readonly Packed[], tarballs: string, folders: ReadonlyMap<string, string>) {
  return openServer(({ url = '', headers }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const file = packages.find(({ filename }) => filename === path)
    if (file) return void response.end(readFileSync(join(tarballs, file.filename)))
    const asked = packages.find(({ name }) => name === path)
    if (!asked) return void response.writeHead(404).end('{}')
    const { name, version, filename } = asked
    const dist = { tarball: `http://${headers.host}/${filename}` }
    const manifest = { ...manifestOf(folders.get(name) ?? ''), dist }
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
    )
  })
}
