/** The library of the protocol, bundled into a file of its own: it takes a tenth of a second to load. */
export {
  createMcpHandler,
  fromJsonSchema,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
