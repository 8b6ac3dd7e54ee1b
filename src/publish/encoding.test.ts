import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, compress, type Encoding } from './encoding.ts'

describe('the encoding to answer with', () => {
  test.each<[string, string | undefined, Encoding]>([
    ['a client that says nothing gets the bytes as they are', undefined, 'identity'],
    ['an empty header says that no encoding is wanted', '', 'identity'],
    ['a browser gets brotli', 'gzip, deflate, br, zstd', 'br'],
    ['a client that knows gzip alone gets gzip', 'gzip', 'gzip'],
    ['a client that knows none of ours gets the bytes as they are', 'deflate, zstd', 'identity'],
    ['letter case does not matter', 'GZIP;Q=0.8', 'gzip'],
    ['blanks around the parts do not matter', '  gzip ; q=0.5 ,  br ; q=0.2 ', 'gzip'],
    ['the higher weight wins over our own liking', 'br;q=0.5, gzip;q=0.9', 'gzip'],
    ['between equal weights ours wins', 'gzip;q=0.5, br;q=0.5', 'br'],
    ['no weight means the full weight', 'br;q=0.9, gzip', 'gzip'],
    ['weight 0 refuses an encoding', 'br;q=0, gzip', 'gzip'],
    ['weight 0.000 refuses it too', 'br;q=0.000, gzip;q=0.001', 'gzip'],
    ['a weight that is no number refuses it', 'gzip;q=much', 'identity'],
    ['all refused leaves the bytes as they are', 'br;q=0, gzip;q=0', 'identity'],
    ['* stands for the best of ours', '*', 'br'],
    ['* stands only for what is not named', 'br;q=0, *;q=0.5', 'gzip'],
    ['a named encoding may weigh more than *', 'gzip, *;q=0.5', 'gzip'],
    ['*;q=0 refuses what is not named', 'gzip;q=0.1, *;q=0', 'gzip'],
    ['identity may be what the client likes best', 'identity, gzip;q=0.5', 'identity'],
    ['identity loses a tie: compressed is what we like best', 'identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0 leaves what is named', 'identity;q=0, gzip', 'gzip'],
    ['identity;q=0 beside * gets the best of ours', 'identity;q=0, *', 'br'],
    ['whoever refuses everything gets the bytes as they are', 'identity;q=0', 'identity'],
    ['whoever refuses everything by * gets them too', '*;q=0', 'identity'],
    ['identity that is not named comes last', 'gzip;q=0.001', 'gzip'],
  ])('%s', (_name, acceptEncoding, encoding) => {
    expect(chooseEncoding(acceptEncoding)).toBe(encoding)
  })
})

describe('compressing', () => {
  const unpack: Record<Encoding, (bytes: Buffer) => Buffer> = {
    br: (bytes) => brotliDecompressSync(bytes),
    gzip: (bytes) => gunzipSync(bytes),
    identity: (bytes) => bytes,
  }
  const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']

  test.each(
    ENCODINGS.flatMap((encoding): [string, Encoding, string][] => [
      ['nothing', encoding, ''],
      ['rupees and names', encoding, '{"printed":"₹45 (45%)","clientName":"कमल निधि"}'],
      ['a long body', encoding, '{"slug":"lotus-kettles","gmp":45},'.repeat(20_000)],
    ]),
  )('%s comes back from %s as it was', async (_name, encoding, body) => {
    const packed = await compress(Buffer.from(body), encoding)
    expect(unpack[encoding](packed).toString()).toBe(body)
  })

  test.each<Encoding>(['br', 'gzip'])('%s makes a long body at least ten times smaller', async (encoding) => {
    const body = Buffer.from('{"slug":"lotus-kettles","gmp":45},'.repeat(1000))
    expect((await compress(body, encoding)).length).toBeLessThan(body.length / 10)
  })
})
