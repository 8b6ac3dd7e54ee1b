/** The most bytes of a message. */
export const MAX_MESSAGE_BYTES = 64 * 1024
/** Messages nest a few levels; deeper ones are built to exhaust something. */
const MAX_DEPTH = 32

/** A message that cannot be served, with its JSON-RPC code. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** Parses one JSON-RPC message, or throws a `BadMessage`. */
export function messageFrom(body: Uint8Array): object {
  const message = parsed(body)
  if (Array.isArray(message))
    throw new BadMessage(INVALID_REQUEST, 'batches are not served: send one message in each request')
  if (typeof message !== 'object' || message === null)
    throw new BadMessage(INVALID_REQUEST, 'a message must be a JSON object')
  refuseHostileShape(message)
  return message
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new BadMessage(PARSE_ERROR, 'the body must be JSON in UTF-8')
  }
}

/** Refuses deep nesting and keys that would change the prototype of a copy. */
function refuseHostileShape(message: object): void {
  const open: [value: object, depth: number][] = [[message, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    if (depth > MAX_DEPTH)
      throw new BadMessage(INVALID_REQUEST, `the message nests more than ${MAX_DEPTH} levels`)
    if (Object.hasOwn(value, '__proto__'))
      throw new BadMessage(INVALID_REQUEST, 'the message has a key "__proto__"')
    for (const each of Object.values(value))
      if (typeof each === 'object' && each !== null) open.push([each, depth + 1])
  }
}
