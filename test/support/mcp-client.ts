import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

/** Clients begin with `initialize` before the specification of 2026, and with `server/discover` since. */
export type Era = 'legacy' | 'modern'

const newClient = (era: Era) =>
  new Client(
    { name: 'test', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )

/** The official client, connected over HTTP until the test ends. */
export async function mcpOverHttp(address: string, era: Era): Promise<Client> {
  const client = newClient(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)))
  onTestFinished(() => client.close())
  return client
}

/** The official client, with the built command as its child process until the test ends. */
export const mcpOverStdio = (
  args: readonly string[],
  env: Record<string, string>,
  era: Era,
): Promise<Client> =>
  mcpOfCommand({ command: process.execPath, args: ['bin/greymark.js', 'mcp', ...args], env }, era)

/** The official client, with a command as its child process until the test ends. */
export async function mcpOfCommand(
  { env, ...command }: { command: string; args: string[]; cwd?: string; env: Record<string, string> },
  era: Era,
): Promise<Client> {
  const client = newClient(era)
  const transport = new StdioClientTransport({
    ...command,
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** The structured content of a call, which the client has checked against the output schema; its text is the same. */
export async function callForAnswer(client: Client, name: string, given: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: given })
  const [text] = result.content as { type: string; text: string }[]
  if (result.isError) throw new Error(text?.text)
  if (text?.text !== JSON.stringify(result.structuredContent)) throw new Error('text and structure differ')
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape the client has checked.
  return result.structuredContent as any
}

/** The message of a call that is refused. */
export async function callForError(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<string> {
  const result = await client.callTool({ name, arguments: given })
  if (result.isError !== true) throw new Error(`${name} was not refused`)
  return (result.content as { text: string }[])[0]?.text ?? ''
}
