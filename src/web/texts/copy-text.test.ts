import { expect, test } from 'vitest'
import { copyText } from './copy-text.ts'

const OF_SERVICE =
  '# Title\n\nLead.\n\n## Same\n\nText.\n\n### Part\n\nMore.\n\n## Other\n\nOf the service.\n'

test('a text of a copy has its own sections, and those of the service where it has only their heading', () => {
  expect(copyText('# Title\n\n## New\n\nOwn.\n\n## Other\n\nOf the copy.\n\n## Same\n', OF_SERVICE)).toBe(
    '# Title\n\nLead.\n\n## New\n\nOwn.\n\n## Other\n\nOf the copy.\n\n## Same\n\nText.\n\n### Part\n\nMore.\n\n',
  )
})

test('a heading that the service does not have needs a text', () => {
  expect(() => copyText('# Title\n\n## Gone\n', OF_SERVICE)).toThrow('## Gone')
})
