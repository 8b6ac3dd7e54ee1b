import { expect, test } from 'vitest'
import { readPreferences } from './negotiation.ts'

const HOST = ['Host', 'example.test']

test.each<[string, string[], ReturnType<typeof readPreferences>]>([
  ['nothing but a host', HOST, { acceptEncoding: undefined, ifNoneMatch: undefined }],
  [
    'both headers, in any letter case',
    ['HOST', 'example.test', 'ACCEPT-encoding', 'gzip', 'If-None-MATCH', '"abc"'],
    { acceptEncoding: 'gzip', ifNoneMatch: '"abc"' },
  ],
  [
    'other headers of the same length',
    [...HOST, 'From', 'me', 'Authorization', 'none', 'X-Some-Header-A', 'br'],
    { acceptEncoding: undefined, ifNoneMatch: undefined },
  ],
  ['an empty header', [...HOST, 'Accept-Encoding', ''], { acceptEncoding: '', ifNoneMatch: undefined }],
])('%s is read', (_name, rawHeaders, preferences) => {
  expect(readPreferences({ rawHeaders })).toEqual(preferences)
})

test.each<[string, string[]]>([
  ['no host', ['Accept-Encoding', 'gzip']],
  ['two tags', [...HOST, 'If-None-Match', '"a"', 'if-none-match', '"b"']],
  ['two lists of encodings', [...HOST, 'Accept-Encoding', 'gzip', 'accept-encoding', 'br']],
])('%s returns undefined', (_name, rawHeaders) => {
  expect(readPreferences({ rawHeaders })).toBe(undefined)
})
