import { loadConfig } from '../../config.ts'
import { serviceClient } from '../../mcp/market-client.ts'
import { serveStdioUntilClosed } from '../../mcp/serve-stdio.ts'
import { openLocalMarket } from '../../service/local-market.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { defineCommand, EXIT, type Kind, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'

const serviceAddress: Kind<string> = {
  shown: 'URL',
  expected: 'the address of a Greymark service, such as https://ipo.example',
  read: (given) => (/^https?:\/\/[^?#\s]+$/.test(given) ? given : undefined),
}

export const command = defineCommand({
  about: `Serves the tools find_ipos, get_ipo, get_evidence, grey_market_record, find_deals and
    what_changed to an assistant, over standard input and output (Model Context Protocol). An assistant
    starts this command itself; docs/mcp.md shows how to set it up.

    It ends when the assistant closes standard input. Standard output carries only messages of the
    protocol; everything else is printed to standard error.`,
  arguments: {
    url: {
      kind: serviceAddress,
      help: `the address of a Greymark service, such as https://ipo.example; without it, your own store is
        read, by the same settings as "greymark serve" (the demo while it is empty)`,
    },
  },
  examples: ['https://ipo.example'],
  exits: ['ended', 'no service at URL or no usable store'],
  run: async ({ url }, terminal) => {
    await (url === undefined ? serveOwnStore(terminal) : serveService(url, terminal))
    return EXIT.done
  },
})

async function serveService(url: string, terminal: Terminal): Promise<void> {
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
  withStore(terminal, 'read', async (store) => {
    const onFailure = printTo(terminal)
    const market = await openLocalMarket(store, loadConfig(terminal.env), terminal.now, onFailure)
    const what = market.isDemo() ? 'the demo market, in which everything is invented' : 'your store'
    terminal.stderr.write(`greymark mcp: an assistant can now ask ${what}\n`)
    try {
      await serveStdioUntilClosed(terminal, { ...market, onFailure })
    } finally {
      await market.close()
    }
  })

const printTo =
  ({ stderr }: Terminal) =>
  (error: unknown): string => {
    const text = withoutSecrets(error instanceof Error ? error.message : String(error))
    stderr.write(`greymark mcp: ${text}\n`)
    return `greymark mcp failed: ${text}`
  }
