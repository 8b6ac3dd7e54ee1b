import { expect, test } from 'vitest'
import { exchangeDocumentFrom } from './offer.ts'

test.each<[string, string | null]>([
  [
    'https://nsearchives.nseindia.com/content/ipo/RHP_FIG.zip',
    'https://nsearchives.nseindia.com/content/ipo/RHP_FIG.zip',
  ],
  ['https://www.bseindia.com/ipo/RHP & GID.zip', 'https://www.bseindia.com/ipo/RHP%20&%20GID.zip'],
  [' https://listing.bseindia.com/Download//a.pdf ', 'https://listing.bseindia.com/Download//a.pdf'],
  ['https://bseindia.com/a.pdf', 'https://bseindia.com/a.pdf'],
  ['http://www.nseindia.com/a.pdf', null],
  ['https://www.nseindia.com.example.com/a.pdf', null],
  ['https://evilnseindia.com/a.pdf', null],
  ['https://example.com/nseindia.com/a.pdf', null],
  ['https://a:b@www.nseindia.com/a.pdf', null],
  ['https://www.nseindia.com:8443/a.pdf', null],
  ['https://www.nseindia.com/', null],
  ['https://www.bseindia.com/Download/E:\\disk\\a.pdf', null],
  ['RHP_FIG.zip', null],
  ['https://', null],
  ['', null],
])('the document of %j is %j', (text, address) => {
  expect(exchangeDocumentFrom(text)).toBe(address)
})
