import { readFileSync } from 'node:fs'
import { projectFile } from '../../project-file.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { Page } from '../page.ts'
import { readMarkdown } from './markdown.tsx'
import { TextPage } from './text-page.tsx'

const METHOD = readMarkdown(readFileSync(projectFile('docs/method.md'), 'utf8'))

/** Every rule in words, from the one text that has them. */
export function methodPage(): Page {
  const { title, opening, body, places } = METHOD
  return {
    title,
    description:
      'How every figure comes about: whose word counts, how the median GMP and its disputes are worked out, how the grey market is scored.',
    path: '/method',
    span: UNCHANGED_BY_CLOCK,
    content: (
      <TextPage title={title} lead={opening} places={places}>
        {body}
      </TextPage>
    ),
  }
}
