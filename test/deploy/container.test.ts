import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, SETTINGS } from '../../src/config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Instruction {
  readonly word: string
  readonly rest: string
}

/** The stages of a Dockerfile as lists of instructions, each beginning with FROM. */
function stagesOf(text: string): Instruction[][] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const stages: Instruction[][] = []
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') stages.push([])
    stages.at(-1)?.push({ word, rest })
  }
  return stages
}

const stages = stagesOf(read('deploy/Dockerfile'))
const last = stages.at(-1) ?? []
const onlyOf = (word: string): string => {
  const found = last.filter((instruction) => instruction.word === word)
  expect(found, word).toHaveLength(1)
  return found[0]?.rest ?? ''
}

/** The files that are copied from the checkout, not from another stage. */
const copied = stages
  .flat()
  .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
  .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1))

describe('the Dockerfile', () => {
  test.each([...new Set(copied)])('copies %s, which exists and is not ignored', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true)
    expect(read('deploy/Dockerfile.dockerignore').split('\n')).toContain(`!${path}`)
  })

  test('ignores everything that it does not copy', () => {
    const through = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    expect(through.map((line) => line.slice(1)).sort()).toEqual([...new Set(copied)].sort())
  })

  test('copies from stages that exist', () => {
    const names = stages.flatMap(([from]) => / AS (\S+)$/.exec(from?.rest ?? '')?.[1] ?? [])
    const used = stages.flat().flatMap(({ rest }) => /^--from=(\S+)/.exec(rest)?.[1] ?? [])
    expect(names).toEqual(expect.arrayContaining(used))
    expect(used).toHaveLength(2)
  })

  test('has the Node version that Greymark needs in every stage', () => {
    const { engines } = JSON.parse(read('package.json'))
    const needed = engines.node.replace('>=', '')
    for (const [from] of stages) expect(from?.rest).toMatch(new RegExp(`^node:${needed}-slim\\b`))
  })

  test('contains in its last stage all published files, except examples and those about installing and releases', () => {
    const copiedPaths = last.flatMap(({ word, rest }) => (word === 'COPY' ? rest.split(/\s+/) : []))
    const { files } = JSON.parse(read('package.json'))
    const needed = files.filter((path: string) => !/^!|^deploy$|^examples$|^[A-Z]+\.md$/.test(path))
    expect(needed).toEqual(expect.arrayContaining(['bin', 'dist', 'docs', '.env.example']))
    expect(copiedPaths).toEqual(expect.arrayContaining(needed))
  })

  test('runs Greymark directly, not through npm, and not as root', () => {
    expect(JSON.parse(onlyOf('ENTRYPOINT'))).toEqual(['node', 'bin/greymark.js'])
    expect(JSON.parse(onlyOf('CMD'))).toEqual(['serve'])
    expect(onlyOf('USER')).toBe('node')
    expect(onlyOf('STOPSIGNAL')).toBe('SIGTERM')
    expect(onlyOf('HEALTHCHECK')).toContain('/health/ready')
    expect(last.filter(({ rest }) => /\bnpm\b/.test(rest))).toEqual([])
  })

  test('sets only settings that exist', () => {
    const names = [...onlyOf('ENV').matchAll(/(\w+)=/g)].map(([, name]) => name)
    expect([...Object.keys(SETTINGS), 'NODE_ENV']).toEqual(expect.arrayContaining(names))
  })
})

/** The settings of the image, as Greymark parses them. */
const settings = loadConfig(
  Object.fromEntries(
    [...onlyOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
  ),
)
const { METRICS: metrics } = settings

test('makes everything that listens in the container reachable from outside, metrics included', () => {
  expect([settings.HOST, metrics?.host]).toEqual(['0.0.0.0', '0.0.0.0'])
  expect(onlyOf('EXPOSE').split(' ')).toEqual([String(settings.PORT), String(metrics?.port)])
})

describe('the compose file', () => {
  const { services, secrets, volumes } = parse(read('deploy/compose.yaml'))

  test('has Greymark, collecting, and a PostgreSQL that it waits for', () => {
    expect(services.greymark).toMatchObject({
      build: { context: '..', dockerfile: 'deploy/Dockerfile' },
      environment: { COLLECT: 'on' },
      depends_on: { database: { condition: 'service_healthy' } },
    })
    expect(services.database.healthcheck.test).toContain('pg_isready')
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(Object.keys(services.greymark.environment)))
  })

  test.each(['greymark', 'database'])('%s is hardened, restarts by itself, and keeps its data', (name) => {
    expect(services[name]).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const mount of services[name].volumes) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
  })

  test('exposes neither the database nor Greymark past the proxy, and contains no password', () => {
    expect(services.database.ports).toBeUndefined()
    expect(services.greymark.ports).toEqual([
      '127.0.0.1:3000:3000',
      `127.0.0.1:${metrics?.port}:${metrics?.port}`,
    ])
    expect(services.database.environment).not.toHaveProperty('POSTGRES_PASSWORD')
    expect(services.database.secrets).toEqual(Object.keys(secrets))
    expect(read('deploy/.gitignore').split('\n')).toContain('secrets/')
  })
})
