import { startTarget } from '../http-target.ts'
import type { AttackPart, AttackResult, AttackRun } from '../part.ts'
import { type Holding, KINDS, type SlowClients, slowClients } from '../slow-clients/slow-clients.ts'
import { importSmallMarket } from '../small-market.ts'
import { inMb, notReleased, probe } from '../watch-target.ts'

/** With at least this many clients, the run waits until the server has disconnected them. */
const WAITS_FROM = 500
/** Requests must arrive within 30 seconds, which Node checks every 30 s; the pace of downloads is checked every 30 s. */
const CUT_OFF_WITHIN_MS = 100_000
/** A sample holds its connections open for this long. */
const SAMPLE_MS = 500
const EVENT_CONNECTIONS = 20
/** Enough deals for a download that exceeds the buffers of the operating system. */
const DEALS = 3000

/** Two downloads of the greedy client, and one of the client that is served meanwhile. */
const MAX_DOWNLOADS = 3

/** Slow, greedy and disconnected clients, while another client is served. */
export const slowClientsPart: AttackPart = {
  name: 'slow-clients',
  about: 'slow and greedy clients, while another one is served',
  unit: 'clients',
  fullCount: 3_000,
  sampleCount: 40,
  run: attack,
}

async function attack(run: AttackRun): Promise<AttackResult> {
  const { count, random, folder, say } = run
  const DATABASE_URL = await importSmallMarket(folder, DEALS)
  const target = await startTarget(run, {
    DATABASE_URL,
    TRUST_PROXY: '127.0.0.1',
    EVENT_CONNECTIONS: String(EVENT_CONNECTIONS),
  })
  const other = { 'x-forwarded-for': '198.51.100.1' }
  for (const path of NORMAL) await (await target.get(path, other)).arrayBuffer()
  const before = await target.resources()
  const endProbes = NORMAL.map((path) => probe(target, path, other))
  const clients = slowClients(target.port, random)
  run.onEnd(() => clients.leave())
  await clients.come(count)
  const failures = [...(await whileHeld(clients, () => target.resources()))]
  const isFull = count >= WAITS_FROM
  await clients.hold(isFull ? CUT_OFF_WITHIN_MS : SAMPLE_MS)
  if (isFull) failures.push(...notCutOff(clients, await target.resources()))
  for (const end of endProbes) failures.push(...(await end()))
  clients.leave()
  failures.push(...(await notReleased(target, before)), ...[target.fault() ?? []].flat())
  say(
    `memory: ${inMb(before.memoryBytes)} MB before, ${inMb((await target.resources()).memoryBytes)} MB after`,
  )
  return { tried: count, failures }
}

/** The requests of another client meanwhile: a cached answer, a new one, a page and a download. */
const NORMAL = ['/health/live', '/api/public/market/ipos', '/', '/downloads/ipos.csv']

async function whileHeld(clients: SlowClients, resources: () => Promise<Holding>): Promise<string[]> {
  const { downloads, eventConnections } = await resources()
  const failures: string[] = []
  if (downloads > MAX_DOWNLOADS) failures.push(`one client holds ${downloads - 1} download slots`)
  if (eventConnections > EVENT_CONNECTIONS) failures.push(`${eventConnections} event connections are open`)
  if (clients.held('idle connections') === 0) failures.push('no connection is open, so nothing is attacked')
  return failures
}

function notCutOff(clients: SlowClients, { downloads }: Holding): string[] {
  const failures = downloads > 0 ? [`${downloads} downloads that nobody reads are not cut off`] : []
  for (const { name, isCutOff } of KINDS)
    if (isCutOff && clients.held(name) > 0) failures.push(`${clients.held(name)} ${name} are not cut off`)
  return failures
}
