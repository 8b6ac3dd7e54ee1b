import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get as getOverTls } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ipo } from '../support/lines.ts'
import { NGINX, needs, OPENSSL, skipWithout } from '../support/needs.ts'
import { BASE, requestRaw } from '../support/raw-request.ts'
import { recordAll } from '../support/record.ts'
import { openStore, temporaryFolder } from '../support/store.ts'
import { startUpstream } from './fake-upstream.ts'
import { programPath } from './installed.ts'
import { lastingPort, startNginx } from './nginx-in-front.ts'
import { serving } from './serving.ts'

needs(NGINX)

/** Requests new addresses continuously, so that nothing comes from the cache; returns the answers that were not 200. */
function load(address: string) {
  let isOver = false
  let answered = 0
  const failed: string[] = []
  const client = async (name: number) => {
    for (let i = 0; !isOver; i++) {
      const path = `${BASE}/ipos?n=${name}-${i}`
      const outcome = await requestRaw(address, path).then(
        ({ status, body }) => (status === 200 ? undefined : `${status} ${body}`),
        String,
      )
      if (outcome !== undefined) failed.push(`${path}: ${outcome}`)
      answered++
    }
  }
  const clients = [1, 2, 3, 4].map(client)
  return {
    answered: () => answered,
    async end(): Promise<string[]> {
      isOver = true
      await Promise.all(clients)
      return failed
    },
  }
}

/** How many requests for the list a process has answered, by its metrics. */
async function answeredBy(metricsPort: number): Promise<number> {
  const { body } = await requestRaw(`http://127.0.0.1:${metricsPort}`, '/metrics')
  const [, count = '0'] =
    /_requests_total\{route="[^"]+\/ipos",method="GET",status="200"\} (\d+)/.exec(`${body}`) ?? []
  return Number(count)
}

/** A process whose metrics tell whether nginx sends it requests. */
async function watched(url: string) {
  const metricsPort = await lastingPort()
  const process = await serving(url, { METRICS: `127.0.0.1:${metricsPort}` })
  return { process, answered: () => answeredBy(metricsPort) }
}

test('two processes are restarted one by one, and no request is dropped', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'greymark.db')}`
  await recordAll(await openStore(url), '2026-01-15T06:00:00.000Z', [ipo('acme-foods')])
  const processes = [await watched(url), await watched(url)]
  const clients = load(await startNginx(processes.map(({ process }) => process.port)))
  // nginx tries a process that refused a request again with a single one. Until that is answered, on a busy machine after
  // seconds, it has only the other process, which must not be stopped yet.
  const areUsed = () => Promise.all(processes.map(({ answered }) => answered()))
  for (const { process } of processes) {
    await expect.poll(areUsed).not.toContain(0)
    expect(await process.stop()).toBe(0)
    await process.start()
  }
  const before = clients.answered()
  await expect.poll(clients.answered).toBeGreaterThan(before + 20)
  expect(await clients.end()).toEqual([])
})

test('with the lines for TLS uncommented it answers by https, and redirects http there', async ({ skip }) => {
  skipWithout(skip, OPENSSL)
  const folder = temporaryFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    programPath('openssl') ?? '',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=ipo.example -addext subjectAltName=DNS:ipo.example -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'pipe' },
  )
  const upstream = await startUpstream({})
  const port = await lastingPort()
  const address = await startNginx(
    [upstream.port],
    [
      ['    listen 80;        # TLS', '    # TLS'],
      ['    listen [::]:80;\n    #tls', '    #tls'],
      ['#tls ', ''],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['    listen [::]:443 ssl http2;', ''],
      ['/etc/letsencrypt/live/ipo.example/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/ipo.example/privkey.pem', key],
    ],
  )
  expect(await requestRaw(address, '/ipos?page=2', { headers: { host: 'ipo.example' } })).toMatchObject({
    status: 308,
    headers: { location: 'https://ipo.example/ipos?page=2' },
  })
  const ca = readFileSync(certificate)
  const [answer] = await once(
    getOverTls({ host: '127.0.0.1', port, path: '/x', servername: 'ipo.example', ca, agent: false }),
    'response',
  )
  answer.resume()
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'strict-transport-security': 'max-age=31536000' },
  })
  expect(upstream.requests[0]?.headers['x-forwarded-proto']).toBe('https')
})
