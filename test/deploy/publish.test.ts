import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { needs, RSYNC } from '../support/needs.ts'
import { ended } from '../support/processes.ts'
import { temporaryFolder } from '../support/store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const TO = 'site@server.example:/var/www/ipo'

/** Writes its call down, and fails when FAILING has its name and first argument. */
const STAND_IN = `#!/bin/sh
echo "\${0##*/} $*" >> "$CALLS"
case "$FAILING" in "\${0##*/} $1") exit 9 ;; esac
`
/** Leaves what "greymark publish" leaves: a link to a complete folder. */
const PUBLISHES = `
[ "$1" = publish ] || exit 0
umask 027
mkdir -p "$2.copies/1/ipos/acme-foods"
echo "run $RUN" > "$2.copies/1/status.json"
echo '<p>' > "$2.copies/1/ipos/acme-foods/index.html"
ln -sfn "\${2##*/}.copies/1" "$2"
`
const DATE = `#!/bin/sh
[ "$TZ" = IST-5:30 ] && echo "$HOUR"
`
const RSYNC_STAND_IN = `${STAND_IN}
case "$FAILING $*" in
  'rsync files'*--delete-delay* | 'rsync status'*/1/status.json*) exit 9 ;;
esac
`

/** A machine whose programs are stand-ins, and what one run of the script did on it. */
function machine(programs: Readonly<Record<string, string>> = { rsync: RSYNC_STAND_IN }) {
  const folder = realpathSync(temporaryFolder())
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const all = {
    greymark: STAND_IN + PUBLISHES,
    wrangler: `${STAND_IN}pwd >> "$CALLS"\n`,
    date: DATE,
    ...programs,
  }
  for (const [name, text] of Object.entries(all)) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  const [calls, site] = [join(folder, 'calls'), join(folder, 'site')]
  const env = { CALLS: calls, FAILING: '', HOUR: '14', RUN: '1', GREYMARK: join(bin, 'greymark'), DIR: site }
  const run = async (settings: Readonly<Record<string, string>>, args = ['deploy/publish/publish.sh']) => {
    const PATH = `${bin}:${process.env.PATH}`
    const child = spawn('sh', args, { cwd: ROOT, env: { PATH, HOME: folder, ...env, ...settings } })
    const { code, stderr } = await ended(child)
    const called = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []
    return { code, stderr, called }
  }
  return { folder, bin, site, run }
}

/** The first two words of each call. */
const steps = (called: readonly string[]) => called.map((call) => call.split(' ').slice(0, 2).join(' '))

const COLLECTS = ['greymark collect', 'greymark prune']

test('it collects, publishes, and uploads the files and then the state, as files that a web server may read', async () => {
  const { site, run } = machine()
  const { code, stderr, called } = await run({ UPLOAD_TO: TO })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [collect, prune, publish, files = '', state = ''] = called
  expect([collect, prune, publish]).toEqual([...COLLECTS, `greymark publish ${site}`])
  expect(called).toHaveLength(5)
  expect(files).toContain(`--delay-updates --delete-delay --exclude=/status.json ${site}.copies/1/ ${TO}`)
  expect(state.endsWith(`${site}.copies/1/status.json ${TO}`)).toBe(true)
  for (const call of [files, state]) expect(call).toContain('--chmod=D755,F644')
})

test('the tool of a host gets the folder of this run, and is started beside it', async () => {
  const { folder, site, run } = machine()
  const { code, called } = await run({ UPLOAD_COMMAND: 'wrangler pages deploy "$DIR" --branch main' })
  expect(code).toBe(0)
  expect(called.slice(3)).toEqual([`wrangler pages deploy ${site}.copies/1 --branch main`, folder])
})

test('further options of the command are passed on', async () => {
  const { site, run } = machine()
  const { called } = await run({ UPLOAD_TO: TO, PUBLISH_OPTIONS: '--every 30 --deal-days 14' })
  expect(called).toContain(`greymark publish ${site} --every 30 --deal-days 14`)
})

test.each([
  ['a source cannot be read', 'greymark collect', ['rsync --recursive', 'rsync --recursive']],
  ['old answers cannot be removed', 'greymark prune', ['rsync --recursive', 'rsync --recursive']],
  ['the copy cannot be made', 'greymark publish', []],
  ['the files do not arrive', 'rsync files', ['rsync --recursive']],
  ['the state does not arrive', 'rsync status', ['rsync --recursive', 'rsync --recursive']],
])('it fails when %s, after what can still be done', async (_when, failing, uploads) => {
  const { run } = machine()
  const { code, stderr, called } = await run({ UPLOAD_TO: TO, FAILING: failing })
  expect(code).toBe(9)
  expect(steps(called)).toEqual([...COLLECTS, 'greymark publish', ...uploads])
  expect(stderr.includes('not everything could be collected')).toBe(COLLECTS.includes(failing))
})

test('it fails when the tool of a host fails', async () => {
  const { run } = machine()
  const { code } = await run({ UPLOAD_COMMAND: 'wrangler pages', FAILING: 'wrangler pages' })
  expect(code).toBe(9)
})

test.each([
  ['neither', {}],
  ['both', { UPLOAD_TO: TO, UPLOAD_COMMAND: 'true' }],
])('it does nothing when %s of the two ways to upload is set', async (_which, settings) => {
  const { run } = machine()
  expect(await run(settings)).toEqual({
    code: 2,
    stderr: 'set either UPLOAD_TO or UPLOAD_COMMAND\n',
    called: [],
  })
})

test.each([
  ['a service of this machine collects', { COLLECT: 'on' }, []],
  ['none does', { COLLECT: 'off' }, COLLECTS],
  ['it is midnight in India', { HOUR: '00' }, []],
  ['it is before 8', { HOUR: '07' }, []],
  ['it is 8', { HOUR: '08' }, COLLECTS],
  ['it is before midnight', { HOUR: '23' }, COLLECTS],
])('whether it collects itself when %s; it publishes in any case', async (_when, settings, collecting) => {
  const { run } = machine()
  const { code, called } = await run({ UPLOAD_COMMAND: 'true', ...settings })
  expect(code).toBe(0)
  expect(steps(called)).toEqual([...collecting, 'greymark publish'])
})

describe('the real rsync', () => {
  needs(RSYNC)

  test('leaves exactly the files of the copy, which a web server may read', async () => {
    const { folder, run } = machine({})
    const to = join(folder, 'served')
    mkdirSync(to)
    writeFileSync(join(to, 'gone.html'), '')
    for (const RUN of ['1', '2']) {
      expect(await run({ UPLOAD_TO: to, RUN })).toMatchObject({ code: 0 })
      expect(readFileSync(join(to, 'status.json'), 'utf8')).toBe(`run ${RUN}\n`)
    }
    expect(existsSync(join(to, 'gone.html'))).toBe(false)
    for (const [path, mode] of [
      ['ipos/acme-foods', 0o755],
      ['ipos/acme-foods/index.html', 0o644],
      ['status.json', 0o644],
    ] as const)
      expect(statSync(join(to, path)).mode & 0o777).toBe(mode)
  })
})

describe('the timer and the workflow', () => {
  const read = (path: string) => readFileSync(join(ROOT, 'deploy/publish', path), 'utf8')
  const { on, permissions, concurrency, jobs } = parse(read('publish.yml'))
  const { publish } = jobs

  test('publish once an hour, which is the standard of --every, and never end a run for the next one', () => {
    expect(read('greymark-publish.timer').split('\n')).toEqual(
      expect.arrayContaining(['OnCalendar=hourly', 'FixedRandomDelay=yes']),
    )
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }])
    expect(concurrency['cancel-in-progress']).toBe(false)
  })

  test('the workflow runs on a machine of the operator, and may do nothing with the repository', () => {
    expect(publish['runs-on']).toBe('self-hosted')
    expect(permissions).toEqual({})
    expect(publish.steps).toHaveLength(1)
  })

  test('its step does what the timer does, with all that lasts in one folder of the runner', async () => {
    const { folder, bin, run } = machine()
    const home = join(folder, 'greymark')
    mkdirSync(join(home, 'node_modules'), { recursive: true })
    symlinkSync(bin, join(home, 'node_modules/.bin'))
    symlinkSync(ROOT, join(home, 'node_modules/greymark'))
    const { code, called } = await run(publish.env, ['-c', publish.steps[0].run])
    expect(code).toBe(0)
    const copy = join(home, 'site')
    const uploaded = `wrangler pages deploy ${copy}.copies/1 --project-name ipo-example --branch main`
    expect(called).toEqual([...COLLECTS, `greymark publish ${copy}`, uploaded, home])
  })
})
