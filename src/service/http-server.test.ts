import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { canRepeatHeads } from '../publish/speed.ts'
import { createHttpServer } from './http-server.ts'

test('with the options of the server, this version of Node sends a head that was written before like its own', async () => {
  expect(await canRepeatHeads(createHttpServer)).toBe(true)
  const [client, connection] = duplexPair()
  createHttpServer((_request, response) => response.end()).emit('connection', connection)
  client.write('GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(String(await buffer(client)).split('\r\n')).toContain('Keep-Alive: timeout=72')
})
