import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A line to a database that can fail. */
export interface WeakLine {
  /** The address of the database by way of this line. */
  readonly url: string
  /** Ends all connections, and takes no new ones. */
  cut(): void
  /** Carries nothing more, and says nothing of it. */
  freeze(): void
  /** Carries everything again. */
  mend(): void
}

/** Leads to the server of a database's address, until the test is over. */
export async function weakLine(databaseUrl: string): Promise<WeakLine> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'well' | 'cut' | 'frozen' = 'well'
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  const carry = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on('freeze', () => from.unpipe(to).pause())
    from.on('thaw', () => from.pipe(to))
    from.emit(state === 'frozen' ? 'freeze' : 'thaw')
  }
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    carry(near, far)
    carry(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    cut()
    server.close()
  })

  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut() {
      state = 'cut'
      cut()
    },
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.emit('freeze')
    },
    mend() {
      state = 'well'
      for (const socket of sockets) socket.emit('thaw')
    },
  }
}
