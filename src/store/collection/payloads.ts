import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Brotli level 6 compresses nearly as well as the maximum level in a tenth of its time. */
const QUALITY = 6

/** A raw answer of an upstream as it is stored. */
export interface Payload {
  readonly hash: string
  readonly size: number
  readonly compressed: Uint8Array
}

export async function payloadOf(body: Uint8Array): Promise<Payload> {
  const compressed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  return { hash: hash('sha256', body, 'hex'), size: body.length, compressed }
}

/** Stores an answer; does nothing if it is stored already. */
export async function storePayload(tx: Db, payload: Payload, stored: Instant): Promise<void> {
  await tx
    .insertInto('payloads')
    .values({ ...payload, stored })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The answer as it was received; `null` when it was never stored or has been pruned. */
export async function payloadBody(db: Db, payloadHash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('payloads')
    .select('compressed')
    .where('hash', '=', payloadHash)
    .executeTakeFirst()
  return row ? decompress(row.compressed) : null
}
