import { expect, test } from 'vitest'
import { addressOf, withoutFinalSlash, writtenPath } from './address.ts'

test.each<[string, Parameters<typeof addressOf>[1], string]>([
  ['nothing', {}, '/ipos'],
  ['empty values', { q: '', status: [], page: undefined }, '/ipos'],
  ['one value', { page: 2 }, '/ipos?page=2'],
  ['several values of one name', { status: ['open', 'closed'] }, '/ipos?status=open,closed'],
  ['several names in their order', { q: 'foods', sort: '-gmp' }, '/ipos?q=foods&sort=-gmp'],
  ['reserved characters of addresses', { q: 'a&b=c #d"<' }, '/ipos?q=a%26b%3Dc%20%23d%22%3C'],
  ['the same in a name', { '₹&\r\n#': 1 }, '/ipos?%E2%82%B9%26%0D%0A%23=1'],
  ['half a character', { q: '\ud800' }, '/ipos?q=%EF%BF%BD'],
])('builds an address with %s', (_name, parameters, address) => {
  expect(addressOf('/ipos', parameters)).toBe(address)
})

test.each<[string, string | undefined]>([
  ['/', undefined],
  ['/ipos', undefined],
  ['/ipos?q=/', undefined],
  ['/ipos/', '/ipos'],
  ['/deals//?symbol=A', '/deals?symbol=A'],
  ['/ipos/acme/', '/ipos/acme'],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
  ['http://evil.example/', undefined],
])('removes the slashes at the end of %s', (url, tidy) => {
  expect(withoutFinalSlash(url)).toBe(tidy)
})

test('keeps slashes within a path, however many there are', () => {
  const slashes = '/'.repeat(200_000)
  expect(withoutFinalSlash(`/a${slashes}b`)).toBeUndefined()
  expect(withoutFinalSlash(`/a${slashes}b/?q=${slashes}`)).toBe(`/a${slashes}b?q=${slashes}`)
})

test.each([
  ['/deals/clients/A%2FB?cursor=x', '/deals/clients/A%2FB'],
  ['/?x', '/'],
  ['//other.example/x', '/'],
  ['/\\other.example', '/'],
  ['http://other.example/x', '/'],
])('%s can be linked to as %s', (url, path) => {
  expect(writtenPath(url)).toBe(path)
})
