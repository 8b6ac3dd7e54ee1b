import { load } from 'cheerio/slim'
import { type ComponentChildren, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { Term, WithTerms } from './term.tsx'

const gmp = () => h(Term, { of: 'gmp', children: 'GMP' })
const rendered = (...children: ComponentChildren[]) =>
  load(renderToString(h(WithTerms, { children })), null, false)

test('a word that is used twice opens one explanation', () => {
  const $ = rendered(gmp(), h('p', null, gmp()), h(Term, { of: 'lot' }))
  const targets = $('button.term-link')
    .map((_, button) => $(button).attr('popovertarget'))
    .get()
  expect(targets).toEqual(['term-gmp', 'term-gmp', 'term-lot'])
  expect(
    $('[popover]')
      .map((_, each) => $(each).attr('id'))
      .get(),
  ).toEqual(['term-gmp', 'term-lot'])
  expect($('#term-gmp').text()).toContain('unofficial')
  expect($('#term-gmp a').attr('href')).toBe('/glossary#gmp')
})

test('a page without such words has no explanations, and pages do not share them', () => {
  expect(rendered(gmp()).html()).toContain('popover')
  expect(rendered(h('p', null, 'Words')).html()).toBe('<p>Words</p>')
})

test('a word outside of a page that collects them is a link', () => {
  expect(renderToString(gmp())).toBe('<a class="term-link" href="/glossary#gmp">GMP</a>')
})
