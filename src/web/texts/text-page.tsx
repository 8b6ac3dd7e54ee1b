import { readFileSync } from 'node:fs'
import type { ComponentChildren } from 'preact'
import { atFirstUse } from '../../at-first-use.ts'
import { projectFile, REPOSITORY } from '../../project-file.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { Page } from '../page.ts'
import { type Parts, parseText, renderText, type TextSection } from './markdown.tsx'
import { shownOrigin } from './snippet.tsx'

/** A Markdown file, parsed at its first use: otherwise every command would wait for it. */
const textIn = (file: URL) => atFirstUse(() => parseText(readFileSync(file, 'utf8')))

/** The texts of pages: the rules, and the files of `src/web/prose`, which the build copies. */
const TEXTS = {
  method: textIn(projectFile('docs/method.md')),
  about: textIn(projectFile('dist/prose/about.md')),
  developers: textIn(projectFile('dist/prose/developers.md')),
  downloads: textIn(projectFile('dist/prose/downloads.md')),
  'new-to-ipos': textIn(projectFile('dist/prose/new-to-ipos.md')),
} as const

type TextName = keyof typeof TEXTS

/** The page of a text at the address of the same name. Its parts are what its `{{names}}` stand for. */
export function textPage(
  name: TextName,
  page: Pick<Page, 'description'> & Partial<Page>,
  parts?: Parts,
): Page {
  const text = TEXTS[name]()
  const { lead, body } = renderText(text, parts)
  return {
    title: text.title,
    path: `/${name}`,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <TextPage title={text.title} lead={lead} sections={text.sections}>
        {body}
      </TextPage>
    ),
    ...page,
  }
}

export const methodPage = (): Page =>
  textPage('method', {
    description:
      'How every figure is worked out: which source counts, how the median GMP is computed, when sources disagree, and how the grey market is scored.',
  })

export const newToIposPage = (): Page =>
  textPage('new-to-ipos', {
    description:
      'How an IPO works in India: applying by broker or bank, the UPI mandate, lots, blocked money, allotment and listing, and what the grey market is.',
  })

export const aboutPage = (publicUrl: string): Page =>
  textPage(
    'about',
    {
      description:
        'What Greymark is and is not: a record of what each source reported about Indian IPOs, not advice. Disclaimer, terms of use, attribution, privacy.',
    },
    {
      origin: shownOrigin(publicUrl),
      openSource: REPOSITORY === null ? 'open source' : <a href={REPOSITORY}>open source</a>,
    },
  )

/** A page of text, with a table of contents beside it where there is room. */
export const TextPage = ({
  title,
  lead,
  sections,
  children,
}: {
  title: string
  lead: ComponentChildren
  sections: readonly TextSection[]
  children: ComponentChildren
}) => (
  <div class="reading">
    <div class="opening">
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
    </div>
    <nav class="places" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        <ul>
          {sections.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
    <div class="text">{children}</div>
  </div>
)
