import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { LOAD_TOOL } from './run/load.ts'
import { ROOT } from './run/processes.ts'
import { CORES, NGINX, WRK } from './run/programs.ts'

/** The commit that is checked out, or `undefined` if that is unknown or measured files are changed. */
export function currentCommit(): string | undefined {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
    const isChanged = git('status', '--porcelain', 'src', 'bench', 'bin', 'build', 'package-lock.json') !== ''
    return isChanged ? undefined : git('rev-parse', '--short', 'HEAD')
  } catch {
    return undefined
  }
}

/** The machine and the versions of programs, as rows of a table. */
export function machineRows(): readonly (readonly [string, string])[] {
  return [
    ['Cores', `${cpus().length}, ${cpus()[0]?.model.trim() ?? 'of an unknown kind'}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['System', `${type()} ${release()}`],
    ['Node', process.version],
    ['Load', LOAD_TOOL],
    ['Cores in use', coresText()],
    ...versions(),
  ]
}

const coresText = (): string =>
  CORES
    ? `servers on core ${CORES.servers}, the load on core ${CORES.load}`
    : 'shared by servers and load, because there is only one core, or no taskset'

function versions(): [string, string][] {
  const packages = ['better-sqlite3', 'fastify', 'express', 'json-server', ...(WRK ? [] : ['autocannon'])]
  const ofPackages = packages.map((name) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  })
  return [['Programs', [...ofPackages, wrkVersion(), nginxVersion()].join(', ')]]
}

const wrkVersion = (): string => (WRK ? (/^wrk \S+/.exec(printed(WRK, ['-v']))?.[0] ?? 'wrk') : 'no wrk')

const nginxVersion = (): string =>
  NGINX ? (/nginx\/\S+/.exec(printed(NGINX, ['-v']))?.[0].replace('/', ' ') ?? 'nginx') : 'no nginx'

/** The output of a program with its version; nginx prints to standard error, and wrk exits with 1. */
function printed(program: string, args: readonly string[]): string {
  try {
    return execFileSync('sh', ['-c', 'exec "$0" "$@" 2>&1', program, ...args], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? '')
  }
}
