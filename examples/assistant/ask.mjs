// Does what an assistant does: connects to the MCP server, lists its tools, and calls two of them.
// Usage: node ask.mjs                          starts `greymark mcp` itself and talks to it over stdio
//        node ask.mjs http://127.0.0.1:3000    talks to a running service over HTTP
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const service = process.argv[2]
const transport = service
  ? new StreamableHTTPClientTransport(new URL('/mcp', service))
  : new StdioClientTransport({ command: 'npx', args: ['greymark', 'mcp'] })
const client = new Client({ name: 'greymark-example', version: '1.0.0' })
await client.connect(transport)

// Every tool has an output schema, and the SDK checks the answer against it.
async function call(name, values) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: values })
  if (isError) throw new Error(`${name}: ${content[0].text}`)
  return structuredContent
}

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

const { ipos, disclaimer } = await call('find_ipos', { status: ['OPEN'] })
console.log(`Open now: ${ipos.map(({ name }) => name).join(', ') || 'none'}`)

// A question such as "what do the trackers quote for the first one?"
if (ipos.length > 0) {
  const { ipo } = await call('get_ipo', { slug: ipos[0].slug })
  const { lastGmp, lastGmpDay, lastGmpOwners, gmpDisputed } = ipo
  console.log(`${ipo.name}: ₹${ipo.priceMin ?? '?'} to ₹${ipo.priceMax ?? '?'}, closes ${ipo.closeDate}`)
  if (lastGmp === null) console.log('No GMP quoted.')
  else
    console.log(
      `Unofficial GMP ₹${lastGmp} on ${lastGmpDay}, sources: ${lastGmpOwners}, disputed: ${gmpDisputed}`,
    )
  for (const { source, gmp } of ipo.dispute?.words ?? []) console.log(`  ${source} quoted ₹${gmp}`)
}
console.log(`\n${disclaimer}`)
await client.close()
