import { createHash } from 'node:crypto'
import { pick, type Random } from '../../src/demo/seeded.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { exchange } from '../requests/exchange.ts'
import type { HostileRequest } from '../requests/hostile-request.ts'
import { judge } from '../requests/judge.ts'
import { malformed, mutated, odd } from '../requests/malformed.ts'
import { type RealAnswers, realAnswers } from '../requests/real-answers.ts'
import { expectingContinue, wellFramed } from '../requests/well-framed.ts'
import { notReleased, probe, type Service, startService } from '../service.ts'
import { importSmallMarket } from '../small-market.ts'

/** The number of connections at the same time. */
const CONNECTIONS = 24
/** One of this many requests goes to a service with its flood guard on. */
const GUARDED_EVERY = 20
/** After this share of the requests caches are full, and growth is measured from there. */
const WARM_SHARE = 0.2
/** Few deals, so that a whole download is small. */
const DEALS = 20

/** Hostile requests over raw sockets. */
export const requests: AttackPart = {
  name: 'requests',
  about: 'hostile requests over raw sockets',
  unit: 'requests',
  fullCount: 100_000,
  sampleCount: 120,
  run: attack,
}

async function attack(run: AttackRun): Promise<void> {
  const { count, random, folder } = run
  const DATABASE_URL = await importSmallMarket(folder, DEALS)
  const guard = { REQUESTS_PER_MINUTE: '120', TRUST_PROXY: '127.0.0.1' }
  const [open, guarded] = await Promise.all([
    startService(run, { DATABASE_URL }),
    startService(run, { DATABASE_URL, ...guard }),
  ])
  const real = await realAnswers(open)
  const before = await plainAnswers(open, real)
  const endProbe = probe(open, '/health/live')
  let made = 0
  const worker = async (until: number) => {
    while (made < until) {
      const index = made++
      // Generated one after the other, so that the same seed gives the same requests, however fast they are answered.
      const hostile = hostileRequest(random, real)
      const { port } = index % GUARDED_EVERY === 0 ? guarded : open
      const fault = judge(hostile, await exchange(port, hostile), [folder])
      const sent = JSON.stringify(hostile.bytes.slice(0, 600))
      if (fault) run.fail(`request ${index} (${hostile.kind}): ${fault}; sent ${sent}`)
      run.tried()
    }
  }
  const workUntil = (until: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => worker(until)))
  await workUntil(Math.ceil(count * WARM_SHARE))
  const warm = await open.resources()
  await workUntil(count)
  run.fail(...(await endProbe()), ...(await notReleased(run, open, warm)))
  run.fail(...open.faults(), ...guarded.faults())
  if ((await plainAnswers(open, real)) !== before) run.fail('plain requests get other answers than before')
}

function hostileRequest(random: Random, real: RealAnswers): HostileRequest {
  const kind = random()
  if (kind < 0.2) return malformed(random)
  if (kind < 0.3) return odd(random)
  if (kind < 0.45) return mutated(random, pick(random, real.paths))
  if (kind < 0.48) return expectingContinue(random, real)
  return wellFramed(random, real)
}

/** A digest of answers that do not change with the clock. */
async function plainAnswers(service: Service, { paths, values }: RealAnswers): Promise<string> {
  const asOf = values.find((value) => /^\d{4}-.*Z$/.test(value)) ?? ''
  const fixed = paths.filter((path) => path.startsWith('/api/') && !path.endsWith('/changes'))
  const digest = createHash('sha256')
  for (const path of [...fixed, '/openapi.json', '/robots.txt']) {
    const answer = await service.get(`${path}?asOf=${asOf}`)
    digest.update(`${path} ${answer.status} ${answer.headers.get('etag')}`).update(await answer.text())
  }
  return digest.digest('hex')
}
