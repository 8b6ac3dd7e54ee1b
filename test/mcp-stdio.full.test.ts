import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { commandLine } from './support/command-line.ts'
import { gmp, ipo } from './support/lines.ts'
import { callForAnswer, callForError, mcpOverStdio } from './support/mcp-client.ts'
import { recordAll } from './support/record.ts'
import { startTestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16' }),
  gmp('acme-foods', '2026-01-12', 45, 'IPOWatch'),
]

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'greymark-mcp-'))

/** Runs the built command with these lines as its input, which then ends. */
async function runMcp(args: readonly string[], input: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/greymark.js', 'mcp', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  // The command may end before it has read everything.
  child.stdin.on('error', () => {}).end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { stdout, stderr, code }
}

describe('greymark mcp URL', () => {
  test.each(['legacy', 'modern'] as const)(
    'serves a service to a client of the %s specification',
    async (era) => {
      const service = await startTestService({ now: NOW, lines: LINES })
      const client = await mcpOverStdio([service.address], {}, era)
      expect((await client.listTools()).tools).toHaveLength(6)
      const { ipos } = await callForAnswer(client, 'find_ipos', { status: ['OPEN'] })
      expect(ipos).toMatchObject([
        { slug: 'acme-foods', lastGmp: 45, lastGmpDay: '2026-01-12', lastGmpOwners: 1, gmpDisputed: false },
      ])
      expect(ipos[0].page).toBe(`${service.address}/ipos/acme-foods`)
      for (const [name, given] of [
        ['get_ipo', { slug: 'acme-foods' }],
        ['get_evidence', { slug: 'acme-foods', figure: 'lastGmp' }],
        ['grey_market_record', { board: ['SME'] }],
        ['find_deals', { symbol: 'ACME' }],
        ['what_changed', { since: '2026-01-14' }],
      ] as const)
        expect((await callForAnswer(client, name, given)).disclaimer).toMatch(/^Aggregated/)
      expect(await callForError(client, 'get_ipo', { slug: 'acme' })).toMatch(/did you mean acme-foods/)
      expect(await callForError(client, 'get_ipo', { slug: '..' })).toMatch(/no IPO has this slug/)
    },
  )

  test('a service that is gone is a tool error', async () => {
    const server = createServer((_request, response) =>
      response.setHeader('Connection', 'close').end('{"ok":true,"endpoints":[],"disclaimer":""}'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const client = await mcpOverStdio([`http://127.0.0.1:${port}`], {}, 'legacy')
    await once(server.close(), 'close')
    expect(await callForError(client, 'find_ipos', {})).toMatch(/ECONNREFUSED/)
  })

  test.each<[name: string, code: number, message: RegExp, args: string[]]>([
    ['no address', 2, /the address of a Greymark service, such as https:/, ['ipo.example']],
    ['another scheme', 2, /the address of a Greymark service/, ['ftp://ipo.example']],
    ['two addresses', 2, /one argument too many/, ['http://a.example', 'http://b.example']],
    ['an unknown option', 2, /--port/, ['--port', '3']],
    ['no service there', 1, /no Greymark answers at http:\/\/127\.0\.0\.1:9: /, ['http://127.0.0.1:9']],
  ])('refuses %s', async (_name, code, message, args) => {
    const ended = await commandLine({}, () => NOW)('mcp', ...args)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(message)
  })

  test('refuses a server that is no Greymark', async () => {
    const { address } = await startTestService({ now: NOW, lines: LINES })
    const ended = await commandLine({}, () => NOW)('mcp', `${address}/elsewhere`)
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/no Greymark answers at .*elsewhere: .*status 404/)
  })
})

describe('greymark mcp', () => {
  test('serves the own store, and what is recorded while it runs', async () => {
    const service = await startTestService({ now: NOW, lines: LINES })
    const client = await mcpOverStdio([], { DATABASE_URL: service.url }, 'legacy')
    expect(client.getInstructions()).not.toContain('DEMO')
    expect(await callForAnswer(client, 'find_ipos', {})).toMatchObject({ total: 1 })
    await recordAll(service.db, NOW, [ipo('later-metals')])
    expect(await callForAnswer(client, 'find_ipos', {})).toMatchObject({ total: 2 })
    const past = await callForAnswer(client, 'find_ipos', { asOf: '2026-01-01T00:00:00Z' })
    expect(past.total).toBe(0)
  })

  test('serves the demo where there is no store, creates none, and ends with its input', async () => {
    const folder = emptyFolder()
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
    const { stdout, stderr, code } = await runMcp([], `${JSON.stringify(initialize)}\n`, {
      DATABASE_URL: `sqlite:${join(folder, 'greymark.db')}`,
    })
    expect(code).toBe(0)
    expect(stderr).toMatch(/there is no store .*\n.*the demo market, in which everything is invented/)
    for (const line of stdout.split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ id: 1 })
    expect(readdirSync(folder)).toEqual([])
  })

  test('prints faults of hostile input to standard error, and ends after a message that is too long', async () => {
    const { url } = await startTestService({ now: NOW, lines: LINES })
    const input = `nonsense\n{"a":1}\n${'['.repeat(9000)}\n${'x'.repeat(2_000_000)}\n`
    const { stdout, stderr, code } = await runMcp([], input, { DATABASE_URL: url })
    expect([stdout, code]).toEqual(['', 0])
    expect(stderr).toMatch(/maximum|exceed/i)
  })
})
