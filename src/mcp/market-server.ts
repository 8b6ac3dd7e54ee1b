import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
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

/** Nothing is changed, the same call has the same effect, and only this service is asked. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** A function that makes servers with all tools. Over HTTP every request gets one of its own. */
export function marketServers(context: MarketServerContext): () => McpServer {
  const schemas = TOOLS.map((tool) => ({ tool, input: inputOf(tool), output: outputOf(tool) }))
  return () => {
    const { publicUrl, isDemo } = context
    const server = new McpServer(
      {
        name: 'greymark',
        title: 'Greymark: Indian IPOs and GMP',
        version: VERSION,
        ...(publicUrl !== '' && { websiteUrl: publicUrl }),
      },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: instructionsFor(publicUrl, isDemo()),
      },
    )
    for (const { tool, input, output } of schemas) {
      const { name, title, description } = tool
      const annotations = { title, ...READ_ONLY }
      const texts = { title, description, annotations }
      server.registerTool(name, { ...texts, inputSchema: input, outputSchema: output }, (given) =>
        resultOf(tool, given, context),
      )
    }
    return server
  }
}

async function resultOf(tool: Tool, given: unknown, context: MarketServerContext): Promise<CallToolResult> {
  try {
    const answer = await answerOf(tool, given, context)
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer as Record<string, unknown>,
    }
  } catch (error) {
    return toolError(error instanceof Problem ? error.message : context.onFailure(error))
  }
}

/** The answer of a tool, or a problem that says what would be right. */
export async function answerOf(tool: Tool, given: unknown, market: ToolMarket): Promise<object> {
  const answer = await tool.run(callOf(tool.name, tool.input, tool.needed, given), market)
  if (bytesOf(answer) <= ANSWER_BYTES) return answer
  throw new Problem('NOT_FOUND', 'the answer is too long, however it is cut: ask for less at once')
}

/** The longest message, in characters. */
const MAX_MESSAGE_LENGTH = 2000

const toolError = (text: string): CallToolResult => ({
  content: [{ type: 'text', text: text.slice(0, MAX_MESSAGE_LENGTH) }],
  isError: true,
})

/** Arguments are read by `callOf`, whose messages say what would be right. */
function inputOf({ input, needed }: Tool): StandardSchemaWithJSON {
  const fields = Object.entries(input).map(([name, { schema }]) => [
    name,
    needed.includes(name) ? schema : Type.Optional(schema),
  ])
  const schema = Type.Object(Object.fromEntries(fields), { additionalProperties: false })
  return fromJsonSchema(JSON.parse(JSON.stringify(schema)), { getValidator: () => validData })
}

const validData = <T>(data: unknown): JsonSchemaValidatorResult<T> => ({
  valid: true,
  data: data as T,
  errorMessage: undefined,
})

/** Answers are checked as published. */
function outputOf({ output }: Tool): StandardSchemaWithJSON {
  const validator = atFirstUse(() => Compile(output()))
  return fromJsonSchema(JSON.parse(JSON.stringify(output())), {
    getValidator:
      <T>() =>
      (answer: unknown) =>
        validator().Check(answer)
          ? validData<T>(answer)
          : {
              valid: false as const,
              data: undefined,
              errorMessage: 'the answer does not match its description',
            },
  })
}
