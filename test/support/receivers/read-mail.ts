/** A mail with one part of text. */
export interface ReadMail {
  /** By names in lower case, decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Reads a mail as nodemailer writes it. */
export function readMail(raw: string): ReadMail {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())]
    }),
  )
  const body = raw.slice(end + 4)
  const encoding = headers['content-transfer-encoding']
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodedBytes(body.replaceAll('=\r\n', ''), '=')
        : body
  return { headers, text: unflowed(text, headers['content-type'] ?? '').replace(/\n+$/, '') }
}

/** Joins lines that were wrapped as `format=flowed` (RFC 3676). */
function unflowed(text: string, type: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  if (!type.includes('format=flowed')) return plain
  return plain.replaceAll(' \n', ' ').replaceAll(/^ /gm, '')
}

/** Decodes words such as =?UTF-8?Q?=E2=82=B9?= (RFC 2047). */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : decodedBytes(content.replaceAll('_', ' '), '='),
    )

const decodedBytes = (text: string, mark: string): string =>
  Buffer.from(
    text.replaceAll(new RegExp(`${mark}([0-9A-F]{2})`, 'gi'), (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()
