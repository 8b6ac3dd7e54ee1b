import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, compress, decompress, type Encoding } from './encoding.ts'

describe('chooseEncoding', () => {
  test.each<[string, string | undefined, Encoding]>([
    ['without a header the bytes are not compressed', undefined, 'identity'],
    ['with an empty header the bytes are not compressed', '', 'identity'],
    ['a browser gets brotli', 'gzip, deflate, br, zstd', 'br'],
    ['a client that accepts only gzip gets gzip', 'gzip', 'gzip'],
    ['a client that accepts none of our encodings gets the plain bytes', 'deflate, zstd', 'identity'],
    ['letter case does not matter', 'GZIP;Q=0.8', 'gzip'],
    ['blanks around the parts do not matter', '  gzip ; q=0.5 ,  br ; q=0.2 ', 'gzip'],
    ['the higher weight wins over our preference', 'br;q=0.5, gzip;q=0.9', 'gzip'],
    ['between equal weights our preference wins', 'gzip;q=0.5, br;q=0.5', 'br'],
    ['no weight means the full weight', 'br;q=0.9, gzip', 'gzip'],
    ['weight 0 refuses an encoding', 'br;q=0, gzip', 'gzip'],
    ['weight 0.000 refuses it too', 'br;q=0.000, gzip;q=0.001', 'gzip'],
    ['a weight that is no number refuses it', 'gzip;q=much', 'identity'],
    ['with all encodings refused the bytes are not compressed', 'br;q=0, gzip;q=0', 'identity'],
    ['* means the encoding that we prefer', '*', 'br'],
    ['* means only encodings that are not named', 'br;q=0, *;q=0.5', 'gzip'],
    ['a named encoding may weigh more than *', 'gzip, *;q=0.5', 'gzip'],
    ['*;q=0 refuses encodings that are not named', 'gzip;q=0.1, *;q=0', 'gzip'],
    ['identity may have the highest weight', 'identity, gzip;q=0.5', 'identity'],
    ['identity loses a tie, because we prefer compression', 'identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0 leaves the named encodings', 'identity;q=0, gzip', 'gzip'],
    ['identity;q=0 with * gets the encoding that we prefer', 'identity;q=0, *', 'br'],
    ['a client that refuses everything gets the plain bytes', 'identity;q=0', 'identity'],
    ['a client that refuses everything with * gets the plain bytes', '*;q=0', 'identity'],
    ['identity comes last when it is not named', 'gzip;q=0.001', 'gzip'],
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
  )('%s is the same after compression and decompression with %s', async (_name, encoding, body) => {
    const packed = await compress(Buffer.from(body), encoding)
    expect(unpack[encoding](packed).toString()).toBe(body)
    expect((await decompress(packed, encoding)).toString()).toBe(body)
  })

  test.each<Encoding>(['br', 'gzip'])('%s makes a long body at least ten times smaller', async (encoding) => {
    const body = Buffer.from('{"slug":"lotus-kettles","gmp":45},'.repeat(1000))
    expect((await compress(body, encoding)).length).toBeLessThan(body.length / 10)
  })
})
