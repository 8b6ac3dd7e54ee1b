import { readFileSync } from 'node:fs'
import type { ComponentChildren } from 'preact'
import { atFirstUse } from '../../at-first-use.ts'
import { projectFile, REPOSITORY } from '../../project-file.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { en } from '../../texts/en.ts'
import { useCopy } from '../copy/static-copy.tsx'
import type { Page } from '../page.ts'
import { copyText } from './copy-text.ts'
import { type Parts, parseText, renderText, type TextSection } from './markdown.tsx'
import { shownOrigin } from './snippet.tsx'

const read = (file: URL): string => readFileSync(file, 'utf8')

/** A Markdown file, parsed at its first use: otherwise every command would wait for it. In a static copy it may differ. */
function textIn(file: URL, fileOfCopy?: URL) {
  const text = atFirstUse(() => parseText(read(file)))
  const ofCopy = fileOfCopy && atFirstUse(() => parseText(copyText(read(fileOfCopy), read(file))))
  return { text, ofCopy: ofCopy || text }
}

/** The texts of pages: the rules, and the files of `src/web/prose`, which the build copies. */
const TEXTS = {
  method: textIn(projectFile('docs/method.md')),
  about: textIn(projectFile('dist/prose/about.md'), projectFile('dist/prose/about-copy.md')),
  developers: textIn(projectFile('dist/prose/developers.md'), projectFile('dist/prose/developers-copy.md')),
  downloads: textIn(projectFile('dist/prose/downloads.md'), projectFile('dist/prose/downloads-copy.md')),
  'new-to-ipos': textIn(projectFile('dist/prose/new-to-ipos.md')),
} as const

type TextName = keyof typeof TEXTS

/** The page of a text at the address of the same name. Its parts are what its `{{names}}` stand for. */
export const textPage = (
  name: TextName,
  page: Pick<Page, 'description'> & Partial<Page>,
  parts?: Parts,
): Page => ({
  title: TEXTS[name].text().title,
  path: `/${name}`,
  span: UNCHANGED_BY_CLOCK,
  content: <TextOf name={name} parts={{ ...parts, live: <LiveService /> }} />,
  ...page,
})

function TextOf({ name, parts }: { name: TextName; parts: Parts }) {
  const { text, ofCopy } = TEXTS[name]
  const isCopy = useCopy() !== null
  const shown = isCopy ? ofCopy() : text()
  const { lead, body } = renderText(shown, parts)
  return (
    <TextPage title={shown.title} lead={lead} sections={shown.sections}>
      {name === 'method' && isCopy && (
        <p class="notice line">
          {en.copy.ofService} <LiveService />
        </p>
      )}
      {body}
    </TextPage>
  )
}

/** Where a static copy has no answer, the service that has one. */
function LiveService() {
  const { liveUrl = '' } = useCopy() ?? {}
  return liveUrl === '' ? null : en.copy.liveHas(<a href={liveUrl}>{new URL(liveUrl).host}</a>)
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
