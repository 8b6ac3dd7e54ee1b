import { expect, test } from 'vitest'
import { isBlank, isBlockPage, isMarkup, isTitledAsBlock, titleInText } from './download-document.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const titled = (title: string, body = '') =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`

test.each([
  ['<!doctype html><p>x', true],
  ['\uFEFF\r\n  <html>', true],
  ['<!-- late --><html>', true],
  ['<?xml version="1.0"?><Error/>', true],
  ['{"a":"<p>"}', false],
  ['[]', false],
  ['Date,Symbol\n', false],
  ['', false],
])('%j is markup: %s', (text, expected) => {
  expect(isMarkup(bytes(text))).toBe(expected)
})

test.each([
  ['', true],
  [' \r\n\uFEFF', true],
  ['[]', false],
])('%j is blank: %s', (text, expected) => {
  expect(isBlank(bytes(text))).toBe(expected)
})

test.each([
  [titled('Acme  Foods\n IPO'), 'Acme Foods IPO'],
  ['<title lang="en">Acme</title>', 'Acme'],
  [titled(' '), undefined],
  ['<p>Acme', undefined],
  [titled('x'.repeat(500)), 'x'.repeat(80)],
])('%j has the title %j', (text, title) => {
  expect(titleInText(bytes(text))).toBe(title)
})

test.each([
  [titled('Access Denied'), true],
  [titled('Request unsuccessful'), true],
  [titled('Just a moment...'), true],
  [titled('Attention Required! | Cloudflare'), true],
  [titled('403 Forbidden'), true],
  [titled('', 'Request unsuccessful. Incapsula incident ID: 1-2'), true],
  [titled('', '<iframe src="/_Incapsula_Resource?x=1"></iframe>'), true],
  [titled('Sorry', 'Please solve the CAPTCHA below'), true],
  [titled('Sorry', 'We have detected unusual traffic from your network'), true],
  [titled('', "You don't have permission to access this resource."), true],
  [titled('Sorry', 'Performance &amp; security by Cloudflare'), true],
  [titled('Maintenance', 'We are back at noon'), false],
  [titled('Home', '<script src="https://static.cloudflareinsights.com/beacon.js"></script>'), false],
])('%j denies access: %s', (text, expected) => {
  expect(isBlockPage(bytes(text))).toBe(expected)
})

test.each([
  [titled('Access Denied'), true],
  [titled('Error: Request rejected'), true],
  [titled('Grey market today', 'Solve the captcha to comment'), false],
  [titled('Why Acme was forbidden to list'), false],
])('%j is titled as a block page: %s', (text, expected) => {
  expect(isTitledAsBlock(bytes(text))).toBe(expected)
})
