import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_PER_PIXEL = 4
/** 8 bits a channel, RGBA, the standard compression and filters, not interlaced. */
const FORMAT = [8, 6, 0, 0, 0]

/**
 * Encodes 8-bit RGBA pixels, row by row from the top, as a PNG. Rows are not filtered, which suits flat drawings, and the compression runs beside the main thread: the
 * renderer's own encoder would block it for 40 ms.
 */
export async function pngOf(width: number, height: number, rgba: Buffer): Promise<Buffer> {
  const row = width * BYTES_PER_PIXEL
  // Each row begins with its filter, 0 for none.
  const rows = Buffer.alloc(height * (row + 1))
  for (let y = 0; y < height; y++) rgba.copy(rows, y * (row + 1) + 1, y * row, (y + 1) * row)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(FORMAT)])),
    chunk('IDAT', await promisify(deflate)(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Length, type, data, and a checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
}
