import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** An address that stays the same while the server behind it changes, like that of a cluster. */
export interface TcpForwarder {
  readonly port: number
  /** Sends new connections to another port, and cuts existing ones. */
  pointAt(port: number): void
  /** Cuts existing connections and refuses new ones. */
  cut(): void
  /** Accepts connections without transferring data, like a server that hangs. */
  swallow(): void
  /** Transfers the data of new connections again. Those before stay silent, as after a server was replaced. */
  replace(): void
  close(): void
}

export async function startTcpForwarder(port: number): Promise<TcpForwarder> {
  let target: number | 'nobody' | 'silence' = port
  const open = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const cutAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket)).on('error', () => undefined)
  }
  const server = createTcpServer((client) => {
    track(client)
    if (target === 'nobody') return void client.resetAndDestroy()
    if (target === 'silence') return void client.resume()
    const behind = connect({ port: target, host: '127.0.0.1' })
    track(behind)
    pipe(client, behind)
    pipe(behind, client)
  })
  function pipe(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!silent.has(from) && to.writable) to.write(chunk)
    })
    from.on('end', () => !silent.has(from) && to.end())
    from.on('close', () => !silent.has(from) && to.destroy())
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const setTarget = (next: typeof target) => {
    target = next
    if (next !== 'silence') cutAll()
  }
  return {
    port: (server.address() as AddressInfo).port,
    pointAt: setTarget,
    cut: () => setTarget('nobody'),
    swallow: () => {
      for (const socket of open) silent.add(socket)
      setTarget('silence')
    },
    replace: () => {
      target = port
    },
    close: () => {
      server.close()
      cutAll()
    },
  }
}

/** A balancer that sends requests only to servers whose /health/ready answers 200. It retries nothing. */
export interface HttpForwarder {
  readonly address: string
  /** Sets the addresses of the servers behind it. */
  setServers(addresses: readonly string[]): void
  /** The servers that were ready at the last check. */
  ready(): readonly string[]
  close(): void
}

const LOOK_EVERY_MS = 200

export async function startHttpForwarder(): Promise<HttpForwarder> {
  let behind: readonly string[] = []
  let ready: readonly string[] = []
  let turn = 0
  // Connections are reused, as by a real balancer, so a server must announce when it closes one.
  const agent = new Agent({ keepAlive: true })
  const ending = new AbortController()
  const server = createServer((asked, answer) => {
    turn += 1
    const address = ready[turn % ready.length]
    if (address === undefined) return void answer.writeHead(502).end('nobody is ready')
    forward(asked, answer, address, agent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  void (async () => {
    while (!ending.signal.aborted) {
      const checked = behind
      const states = await Promise.all(checked.map(isReady))
      if (checked === behind) ready = checked.filter((_, i) => states[i])
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setServers: (addresses) => {
      behind = addresses
      ready = ready.filter((address) => addresses.includes(address))
    },
    ready: () => ready,
    close: () => {
      ending.abort()
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function forward(asked: IncomingMessage, answer: ServerResponse, address: string, agent: Agent): void {
  const { method, headers } = asked
  const onward = request(`${address}${asked.url}`, { method, headers, agent }, (answered) => {
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...forwarded } = answered.headers
    answer.writeHead(answered.statusCode ?? 502, forwarded)
    answered.pipe(answer)
    answered.on('error', () => answer.destroy())
  })
  onward.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end(`${address}: ${error.message}`)
  })
  asked.pipe(onward)
}

function isReady(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${address}/health/ready`, { agent: false, timeout: 2000 }, (answered) => {
      answered.resume()
      resolve(answered.statusCode === 200)
    })
      .on('timeout', () => resolve(false))
      .on('error', () => resolve(false))
  })
}
