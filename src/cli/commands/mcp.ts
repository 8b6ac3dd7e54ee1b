import { parseArgs } from 'node:util'
import { loadConfig } from '../../config.ts'
import { serviceClient } from '../../mcp/market-client.ts'
import { serveStdioUntilClosed } from '../../mcp/serve-stdio.ts'
import { openLocalMarket } from '../../service/local-market.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { type Command, EXIT, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'

export const help = `Usage: greymark mcp [URL]

Serves the tools find_ipos, get_ipo, get_evidence, grey_market_record, find_deals and
what_changed to an assistant, over standard input and output (Model Context Protocol). An
assistant starts this command itself; docs/mcp.md shows how to set it up.

  URL   the address of a Greymark service, such as https://ipo.example; without it, your own
        store is read, by the same settings as "greymark serve" (the demo while it is empty)

It ends when the assistant closes standard input. Standard output carries only messages of the
protocol; everything else is printed to standard error.

Exit codes: 0 ended, 1 no service at URL or no usable store, 2 wrong arguments or settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
  const [url, ...more] = positionals
  if (more.length > 0) throw new UsageError('give at most one address, such as https://ipo.example')
  await (url === undefined ? serveOwnStore(terminal) : serveService(url, terminal))
  return EXIT.done
}

async function serveService(url: string, terminal: Terminal): Promise<void> {
  if (!/^https?:\/\/[^?#\s]+$/.test(url))
    throw new UsageError(`give the address of a Greymark service, such as https://ipo.example; got "${url}"`)
  const { client, isDemo } = await serviceClient(url)
  terminal.stderr.write(`greymark mcp: an assistant can now ask ${withoutSecrets(url)}\n`)
  await serveStdioUntilClosed(terminal, {
    client,
    publicUrl: url.replace(/\/$/, ''),
    now: terminal.now,
    isDemo: () => isDemo,
    onFailure: printTo(terminal),
  })
}

const serveOwnStore = (terminal: Terminal): Promise<void> =>
  withStore(
    terminal,
    async (store) => {
      const onFailure = printTo(terminal)
      const market = await openLocalMarket(store, loadConfig(terminal.env), terminal.now, onFailure)
      const what = market.isDemo() ? 'the demo market, in which everything is invented' : 'your store'
      terminal.stderr.write(`greymark mcp: an assistant can now ask ${what}\n`)
      try {
        await serveStdioUntilClosed(terminal, { ...market, onFailure })
      } finally {
        await market.close()
      }
    },
    { use: 'read' },
  )

const printTo =
  ({ stderr }: Terminal) =>
  (error: unknown): string => {
    const text = withoutSecrets(error instanceof Error ? error.message : String(error))
    stderr.write(`greymark mcp: ${text}\n`)
    return `greymark mcp failed: ${text}`
  }
