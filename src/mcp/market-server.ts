import {
  type CallToolResult,
  fromJsonSchema,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { VERSION } from '../project-file.ts'
import { argumentFault, type ToolArguments } from './arguments.ts'
import { instructionsFor } from './instructions.ts'
import { type MarketReader, ReadFailure } from './market-reader.ts'
import type { Tool } from './tools/tool.ts'
import { TOOLS } from './tools/tool-table.ts'

export interface MarketServerContext {
  readonly reader: MarketReader
  /** True while the market is the invented one. */
  readonly isDemo: () => boolean
  /** Reports an error that is not the caller's, and returns the text for the assistant. */
  readonly onFailure: (error: unknown) => string
}

/** Nothing is changed, the same call has the same effect, and only this service is asked. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

interface RegisteredSchemas {
  readonly tool: Tool
  readonly input: StandardSchemaWithJSON
  readonly output: StandardSchemaWithJSON
}

/** A function that makes servers with all tools. Over HTTP every request gets one of its own. */
export function marketServers(context: MarketServerContext): () => McpServer {
  const schemas = TOOLS.map(registeredSchemas)
  return () => {
    const { reader, isDemo } = context
    const websiteUrl = reader.publicUrl
    const server = new McpServer(
      {
        name: 'greymark',
        title: 'Greymark: Indian IPOs and GMP',
        version: VERSION,
        ...(websiteUrl !== '' && { websiteUrl }),
      },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: instructionsFor(websiteUrl, isDemo()),
      },
    )
    for (const { tool, input, output } of schemas) {
      const { name, title, description } = tool
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema: input,
          outputSchema: output,
          annotations: { title, ...READ_ONLY },
        },
        (given) => callTool(tool, given as ToolArguments, context),
      )
    }
    return server
  }
}

async function callTool(
  tool: Tool,
  given: ToolArguments,
  { reader, onFailure }: MarketServerContext,
): Promise<CallToolResult> {
  try {
    const answer = await tool.run(given, reader)
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer as Record<string, unknown>,
    }
  } catch (error) {
    if (error instanceof ReadFailure) return toolError(error.message)
    return toolError(onFailure(error))
  }
}

const toolError = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

/** Arguments get messages that say what would be right; answers are checked as published. */
function registeredSchemas(tool: Tool): RegisteredSchemas {
  const { input } = tool
  const output = tool.output()
  const required = (input as { required?: readonly string[] }).required ?? []
  const faultIn = (given: unknown) => argumentFault(input.properties, required, given)
  const validator = atFirstUse(() => Compile(output))
  const faultOut = (answer: unknown) =>
    validator().Check(answer) ? undefined : 'the answer does not match its description'
  return {
    tool,
    input: fromJsonSchema(plain(input), { getValidator: () => checkedBy(faultIn) }),
    output: fromJsonSchema(plain(output), { getValidator: () => checkedBy(faultOut) }),
  }
}

const plain = (schema: TObject) => JSON.parse(JSON.stringify(schema))

const checkedBy =
  <T>(faultOf: (value: unknown) => string | undefined) =>
  (value: unknown) => {
    const errorMessage = faultOf(value)
    return errorMessage === undefined
      ? { valid: true as const, data: value as T, errorMessage }
      : { valid: false as const, data: undefined, errorMessage }
  }
