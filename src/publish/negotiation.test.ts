import { expect, test } from 'vitest'
import { readPreferences } from './negotiation.ts'

const HOST = ['Host', 'example.test']
const NONE = { acceptEncoding: undefined, ifNoneMatch: undefined, ifModifiedSince: undefined }
const DATE = 'Tue, 13 Jan 2026 08:10:00 GMT'

test.each<[string, string[], ReturnType<typeof readPreferences>]>([
  ['nothing but a host', HOST, NONE],
  [
    'all headers, in any letter case',
    [
      ...['HOST', 'example.test', 'ACCEPT-encoding', 'gzip', 'If-None-MATCH', '"abc"'],
      ...['if-modified-SINCE', DATE],
    ],
    { acceptEncoding: 'gzip', ifNoneMatch: '"abc"', ifModifiedSince: DATE },
  ],
  [
    'other headers of the same length',
    [...HOST, 'From', 'me', 'Authorization', 'none', 'X-Some-Header-A', 'br', 'X-Some-Header-A-B', DATE],
    NONE,
  ],
  ['an empty header', [...HOST, 'Accept-Encoding', ''], { ...NONE, acceptEncoding: '' }],
])('%s is read', (_name, rawHeaders, preferences) => {
  expect(readPreferences({ rawHeaders })).toEqual(preferences)
})

test.each<[string, string[]]>([
  ['no host', ['Accept-Encoding', 'gzip']],
  ['two tags', [...HOST, 'If-None-Match', '"a"', 'if-none-match', '"b"']],
  ['two dates', [...HOST, 'If-Modified-Since', DATE, 'if-modified-since', DATE]],
  ['two lists of encodings', [...HOST, 'Accept-Encoding', 'gzip', 'accept-encoding', 'br']],
])('%s returns undefined', (_name, rawHeaders) => {
  expect(readPreferences({ rawHeaders })).toBe(undefined)
})
