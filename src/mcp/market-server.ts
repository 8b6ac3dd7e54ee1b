import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import Type from 'typebox'
import { atFirstUse } from '../at-first-use.ts'
import { VERSION } from '../project-file.ts'
import { Problem } from '../request/problems.ts'
import { callOf } from './arguments.ts'
import { ANSWER_BYTES, bytesOf } from './fit.ts'
import { instructionsFor } from './instructions.ts'
import type { ToolMarket } from './market-client.ts'
import { findDeals } from './tools/find-deals.ts'
import { findIpos } from './tools/find-ipos.ts'
import { getEvidence } from './tools/get-evidence.ts'
import { getIpo } from './tools/get-ipo.ts'
import { greyMarketRecord } from './tools/grey-market-record.ts'
import type { Tool } from './tools/tool.ts'
import { whatChanged } from './tools/what-changed.ts'

/** Every tool, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [
  findIpos,
  getIpo,
  getEvidence,
  greyMarketRecord,
  findDeals,
  whatChanged,
]

export interface MarketServerContext extends ToolMarket {
  /** True while the market is the invented one. */
  readonly isDemo: () => boolean
  /** Reports an error that is not the caller's, and returns the text for the assistant. */
  readonly onFailure: (error: unknown) => string
}

/** Makes a server with all tools. Over HTTP every request gets one of its own. */
export function marketServer(context: MarketServerContext): Server {
  const { publicUrl, isDemo } = context
  const server = new Server(
    {
      name: 'greymark',
      title: 'Greymark: Indian IPOs and GMP',
      version: VERSION,
      ...(publicUrl !== '' && { websiteUrl: publicUrl }),
    },
    { capabilities: { tools: { listChanged: false } }, instructions: instructionsFor(publicUrl, isDemo()) },
  )
  server.setRequestHandler('tools/list', listedTools)
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
    const tool = TOOLS.find((each) => each.name === name)
    if (tool) return resultOf(tool, given, context)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Tool ${name.slice(0, 80)} not found; there are ${TOOLS.map((each) => each.name).join(', ')}`,
    )
  })
  return server
}

/** Nothing is changed, the same call has the same effect, and only this service is asked. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const listedTools = atFirstUse((): ListToolsResult => {
  const tools = TOOLS.map(({ name, title, description, input, needed, output }) => {
    const fields = Object.entries(input).map(([name, { schema }]) => [
      name,
      needed.includes(name) ? schema : Type.Optional(schema),
    ])
    const inputSchema = Type.Object(Object.fromEntries(fields), { additionalProperties: false })
    const annotations = { title, ...READ_ONLY }
    return { name, title, description, inputSchema, outputSchema: output(), annotations }
  })
  return { tools: JSON.parse(JSON.stringify(tools)) }
})

async function resultOf(tool: Tool, given: unknown, context: MarketServerContext): Promise<CallToolResult> {
  try {
    const answer = await answerOf(tool, given, context)
    const text = JSON.stringify(answer)
    return { content: [{ type: 'text', text }], structuredContent: answer as Record<string, unknown> }
  } catch (error) {
    const text = error instanceof Problem ? error.message : context.onFailure(error)
    return { content: [{ type: 'text', text: text.slice(0, MAX_MESSAGE_LENGTH) }], isError: true }
  }
}

/** The longest message, in characters. */
const MAX_MESSAGE_LENGTH = 2000

/** The answer of a tool, or a problem that says what would be right. */
export async function answerOf(tool: Tool, given: unknown, market: ToolMarket): Promise<object> {
  const answer = await tool.run(callOf(tool.name, tool.input, tool.needed, given), market)
  if (bytesOf(answer) <= ANSWER_BYTES) return answer
  throw new Problem('NOT_FOUND', 'the answer is too long, however it is cut: ask for less at once')
}
