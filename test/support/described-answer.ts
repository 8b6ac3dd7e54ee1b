import { type DocumentPart, schemaCheck } from './conformance.ts'

/** An answer as a client receives it. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Headers of HTTP itself, of browsers' rules and of the connection, which a description does not list. */
const UNDESCRIBED = new Set([
  ...['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-type', 'content-length'],
  ...['content-encoding', 'vary', 'x-accel-buffering', 'x-content-type-options', 'referrer-policy'],
  ...['content-security-policy', 'access-control-allow-origin', 'access-control-expose-headers'],
])

/** Finds what an answer has that the document does not describe: status, content type, headers, fields. */
export function answerCheck(
  document: DocumentPart,
): (path: string, answer: ReceivedAnswer, isHead?: boolean) => string[] {
  const check = schemaCheck(document)
  return (path, { status, headers, text }, isHead = false) => {
    const response = responseOf(document, path, status)
    if (!response) return [`status ${status} is not described`]
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    const described = Object.keys(response.content ?? {})
    return [
      ...headerFaults(response, headers),
      ...(type === '' || described.includes(type) ? [] : [`content type ${type} is not described`]),
      ...(isHead || type === '' || described.length > 0 ? [] : ['a body is not described']),
      ...(type === 'application/json' && !isHead && text !== ''
        ? check.answer(path, status, JSON.parse(text))
        : []),
    ]
  }
}

/** The response, or the shared one that it refers to. */
function responseOf(document: DocumentPart, path: string, status: number): DocumentPart {
  const response = document.paths[path]?.get.responses[status]
  return response?.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response
}

function headerFaults(response: DocumentPart, headers: Headers): string[] {
  const described = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
  return [...headers.keys()].flatMap((name) =>
    described.has(name) || UNDESCRIBED.has(name) ? [] : `the header ${name} is not described`,
  )
}

/** Reads an answer; of a stream without an end, only its first piece. */
export async function received(response: Response): Promise<ReceivedAnswer> {
  const { status, headers } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  return { status, headers, text: isStream ? await firstPiece(response) : await response.text() }
}

async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const piece = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(piece?.value)
}
