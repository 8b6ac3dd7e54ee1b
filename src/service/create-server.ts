/**
 * Node's HTTP server. An import of `node:http` also loads what Node's own `fetch` needs, which takes a tenth of each start
 * and which few commands use.
 */
export const { createServer } = process.getBuiltinModule('node:http')
