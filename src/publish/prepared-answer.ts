import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { cacheControl, steadyUntil } from './lifetime.ts'

/** One form of an answer, with the names and values of its headers in turn: Node writes such a list as it stands. */
export interface Representation {
  readonly etag: string
  readonly bytes: Buffer
  readonly head: string[]
  /** For a client that has it already. */
  readonly headOfNotModified: string[]
}

/** `Cache-Control` comes first, since the clock may change it. */
const LIFETIME_AT = 1

/** An answer with all of its headers, so that writing it once more costs next to nothing. */
export class PreparedAnswer {
  readonly answer: Answer
  readonly #headers: readonly string[]
  readonly #steadyUntil: number
  readonly #forms = new Map<Encoding, Representation>()

  /** `headers` are those that do not follow from the answer; where it has one of these itself, that counts. */
  constructor(answer: Answer, headers: Readonly<Record<string, string>>) {
    this.answer = answer
    this.#headers = Object.entries({ ...headers, ...inLowerCase(answer.made.headers) }).flat()
    this.#steadyUntil = steadyUntil(answer.made.changesAt, answer.made.maxAgeSeconds)
  }

  /** A form that was made before. */
  form(encoding: Encoding): Representation | undefined {
    return this.#forms.get(encoding)
  }

  async makeForm(encoding: Encoding): Promise<Representation> {
    const bytes = await this.answer.bytes(encoding)
    const { lastModified, made } = this.answer
    const etag = this.answer.etag(encoding)
    const lifetime = cacheControl(0, null, made.maxAgeSeconds)
    const headOfNotModified = [
      ...['cache-control', lifetime, 'etag', etag, 'last-modified', lastModified],
      ...['vary', 'Accept-Encoding', ...this.#headers],
    ]
    const body = ['content-type', made.contentType, 'content-length', String(bytes.length)]
    const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const form = { etag, bytes, headOfNotModified, head: [...headOfNotModified, ...encoded, ...body] }
    this.#forms.set(encoding, form)
    return form
  }

  /** Writes a form, or 304 when the client has it already. */
  write(response: ServerResponse, form: Representation, isKnown: boolean, now: number): void {
    const head = isKnown ? form.headOfNotModified : form.head
    if (now > this.#steadyUntil) {
      const { changesAt, maxAgeSeconds } = this.answer.made
      head[LIFETIME_AT] = cacheControl(now, changesAt, maxAgeSeconds)
    }
    response.writeHead(isKnown ? 304 : 200, head)
    // Node itself leaves the body of a HEAD answer out.
    if (isKnown) response.end()
    else response.end(form.bytes)
  }
}

const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
