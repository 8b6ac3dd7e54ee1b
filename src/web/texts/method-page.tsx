import { readFileSync } from 'node:fs'
import { projectFile } from '../../project-file.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { Page } from '../page.ts'
import { type ReadText, readMarkdown } from './markdown.tsx'
import { TextPage } from './text-page.tsx'

const TEXT = readFileSync(projectFile('docs/method.md'), 'utf8')
/** Parsed when it is first shown: every command would wait for it, a sixth of the time that its start takes. */
let method: ReadText | undefined

/** The page of the rules, from `docs/method.md`. */
export function methodPage(): Page {
  method ??= readMarkdown(TEXT)
  const { title, opening, body, places } = method
  return {
    title,
    description:
      'How every figure is worked out: which source counts, how the median GMP is computed, when sources disagree, and how the grey market is scored.',
    path: '/method',
    span: UNCHANGED_BY_CLOCK,
    content: (
      <TextPage title={title} lead={opening} places={places}>
        {body}
      </TextPage>
    ),
  }
}
