import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { type MarketServerContext, marketServer } from './market-server.ts'

export interface StdioStreams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** Messages of assistants are short. After a longer one the connection is closed. */
const MAX_MESSAGE_BYTES = 1024 * 1024

/** Serves one assistant over the standard streams until it closes them. */
export async function serveStdioUntilClosed(
  { stdin, stdout }: StdioStreams,
  context: MarketServerContext,
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES })
  await new Promise<void>((resolve) => {
    const close = transport.close.bind(transport)
    transport.close = () => close().finally(resolve)
    serveStdio(() => marketServer(context), { transport, maxSubscriptions: 0, onerror: context.onFailure })
  })
}
