import { expect, test } from 'vitest'
import { CookieJar } from './cookies.ts'
import { fixedClock } from './polite-get.test-upstream.ts'

const FROM = new URL('https://www.acme.example/market/ipo')

test.each([
  ['a cookie goes back to its host', ['sid=1; Path=/'], 'https://www.acme.example/api', 'sid=1'],
  ['several go in order', ['a=1; Path=/', 'b=2; Path=/'], 'https://www.acme.example/api', 'a=1; b=2'],
  ['the later of one name counts', ['a=1; Path=/', 'a=2; Path=/'], 'https://www.acme.example/', 'a=2'],
  ['a value may hold an equals sign', ['a=b=c==; Path=/'], 'https://www.acme.example/', 'a=b=c=='],
  ['a value may be empty', ['a=; Path=/'], 'https://www.acme.example/', 'a='],
  ['not to another host', ['sid=1; Path=/'], 'https://api.acme.example/', undefined],
  ['nor to one below', ['sid=1; Path=/'], 'https://x.www.acme.example/', undefined],
  ['a domain opens its hosts', ['a=1; Domain=.acme.example; Path=/'], 'https://api.acme.example/', 'a=1'],
  [
    'but no other that ends alike',
    ['a=1; Domain=acme.example; Path=/'],
    'https://notacme.example/',
    undefined,
  ],
  ['a strange domain is refused', ['a=1; Domain=other.example; Path=/'], 'https://other.example/', undefined],
  ['a whole country too', ['a=1; Domain=example; Path=/'], 'https://www.acme.example/', undefined],
  ['a path limits nothing on its host', ['a=1; Path=/api'], 'https://www.acme.example/market', 'a=1'],
  [
    'an age of nothing removes',
    ['a=1; Path=/', 'a=; Path=/; Max-Age=0'],
    'https://www.acme.example/',
    undefined,
  ],
  ['so does a past date', ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], FROM.href, undefined],
  ['what is no cookie is none', ['', 'nonsense', '=1'], FROM.href, undefined],
])('%s', (_name, setCookies, to, header) => {
  const jar = new CookieJar(fixedClock().now)
  jar.store(FROM, setCookies)
  expect(jar.headerFor(new URL(to))).toBe(header)
})

test('a cookie lasts as long as its Max-Age', () => {
  const clock = fixedClock()
  const jar = new CookieJar(clock.now)
  jar.store(FROM, ['a=1; Path=/; Max-Age=60'])
  clock.advance(59_000)
  expect(jar.headerFor(FROM)).toBe('a=1')
  clock.advance(1000)
  expect(jar.headerFor(FROM)).toBeUndefined()
})

test('a forgotten host gets no cookie, and other hosts still get theirs', () => {
  const jar = new CookieJar(fixedClock().now)
  jar.store(FROM, ['a=1; Path=/', 'b=2; Path=/; Domain=acme.example'])
  jar.store(new URL('https://api.acme.example/'), ['c=3; Path=/'])
  jar.forget('www.acme.example')
  expect(jar.headerFor(FROM)).toBeUndefined()
  expect(jar.headerFor(new URL('https://api.acme.example/'))).toBe('c=3')
})

test('only the last 50 cookies of a domain are stored', () => {
  const jar = new CookieJar(fixedClock().now)
  for (let i = 1; i <= 60; i++) jar.store(FROM, [`n${i}=x; Path=/`])
  const names = jar.headerFor(FROM)?.split('; ') ?? []
  expect(names).toHaveLength(50)
  expect(names.at(-1)).toBe('n60=x')
})
