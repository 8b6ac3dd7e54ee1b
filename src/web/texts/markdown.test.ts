import { load } from 'cheerio/slim'
import { Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { type Parts, parseText, renderText } from './markdown.tsx'

const rendered = (markdown: string, parts?: Parts) => {
  const { body } = renderText(parseText(`# Title\n\nOpening.\n\n${markdown}`), parts)
  return load(renderToString(h(Fragment, null, body)), null, false)
}

test('parses a text into its title, opening, sections and the rest', () => {
  const text = parseText(
    '# The title\n\nIts **opening**.\n\n## First\n\nWords.\n\n### Within\n\n## Second (2)\n',
  )
  const { lead, body } = renderText(text)
  expect(text.title).toBe('The title')
  expect(renderToString(h(Fragment, null, lead))).toBe('Its <strong>opening</strong>.')
  expect(text.sections).toEqual([
    { id: 'first', label: 'First' },
    { id: 'second-2', label: 'Second (2)' },
  ])
  expect(renderToString(h(Fragment, null, body))).toBe(
    '<h2 id="first">First</h2><p>Words.</p><h3 id="within">Within</h3><h2 id="second-2">Second (2)</h2>',
  )
})

test.each(['Words without a title.', '# A title alone', '## A title of the second order\n\nWords.'])(
  'refuses a text that does not begin with its title and a paragraph: %s',
  (markdown) => {
    expect(() => parseText(markdown)).toThrow('begin with its title')
  },
)

describe('supported markup', () => {
  test.each([
    ['`code` and <b>', '<p><code>code</code> and &lt;b&gt;</p>'],
    ['*so* & **so**', '<p><em>so</em> &amp; <strong>so</strong></p>'],
    ['1 \\* 2', '<p>1 * 2</p>'],
    ['[there](/method#deals)', '<p><a href="/method#deals">there</a></p>'],
    ['- one\n- two\n  - deeper', '<ul><li>one</li><li>two<ul><li>deeper</li></ul></li></ul>'],
    ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
    ['```\n<answer>\n```', '<pre class="typed"><code>&lt;answer&gt;</code></pre>'],
    [
      '```sh\ncurl <here>\n```',
      '<div class="snippet" data-copy="true"><pre class="typed"><code>curl &lt;here&gt;</code></pre></div>',
    ],
    ['[GMP](/glossary#gmp)', '<p><a class="term-link" href="/glossary#gmp">GMP</a></p>'],
  ])('%s', (markdown, html) => {
    expect(rendered(markdown).html()).toBe(html)
  })
})

describe('unsupported markup', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a picture within words', 'see <img src=x onerror=alert(1)> here'],
    ['a block of markup', '<div style="color:red">\n\nwords\n\n</div>'],
  ])('shows %s as text', (_name, markdown) => {
    const $ = rendered(markdown)
    expect($('script, img, div, [style]')).toHaveLength(0)
    expect($.text()).toContain('<')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example/', 'http://plain.example/'])(
    'shows a link to %s as its text only',
    (address) => {
      const $ = rendered(`[words](${address})`)
      expect($('a')).toHaveLength(0)
      expect($('p').text()).toBe('words')
    },
  )
})

describe('a part', () => {
  const parts = { host: '<b>', bold: h('b', null, 'now'), none: null }

  test('stands in sentences, code and cells, as text', () => {
    expect(rendered('At `{{host}}` and {{host}}.', parts).html()).toBe(
      '<p>At <code>&lt;b&gt;</code> and &lt;b&gt;.</p>',
    )
    expect(rendered('```\nGET {{host}}\n```', parts).text()).toBe('GET <b>')
    expect(rendered('| A |\n|---|\n| {{bold}} |', parts)('th b')).toHaveLength(1)
  })

  test('stands for a paragraph of its own', () => {
    expect(rendered('{{bold}}\n\n{{none}}', parts).html()).toBe('<b>now</b>')
    expect(rendered('It is {{bold}}', parts).html()).toBe('<p>It is <b>now</b></p>')
  })

  test('must be given', () => {
    expect(() => rendered('{{other}}', parts)).toThrow('needs a part named other')
  })
})

describe('a table', () => {
  const $ = rendered('| Word | Number | Both |\n|---|---|---|\n| a `b` | 1 | 2 |\n| c | -2.5 | d |\n')

  test('scrolls, can be reached by keyboard and has a name', () => {
    const region = $('.table-box')
    expect(region.attr()).toMatchObject({
      tabindex: '0',
      role: 'region',
      'aria-label': 'Table: Word, Number, Both',
    })
    expect(region.children('table')).toHaveLength(1)
  })

  test('has its headings and cells in order', () => {
    expect(
      $('thead th[scope=col]')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(['Word', 'Number', 'Both'])
    expect(
      $('tbody :is(th, td)')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(['a b', '1', '2', 'c', '-2.5', 'd'])
  })

  test('aligns only columns of figures to the right', () => {
    expect(
      $('th.figure')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(['Number'])
    expect(
      $('td.number')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(['1', '-2.5'])
  })
})
