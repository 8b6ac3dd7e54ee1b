import { expect, test } from 'vitest'
import { repositoryPage } from './project-file.ts'

test.each([
  [{}, null],
  [{ repository: { url: '' } }, null],
  [{ repository: { url: 'git+https://git.example/acme/greymark.git' } }, 'https://git.example/acme/greymark'],
  [{ repository: { url: 'git+https://git.example/acme/greymark' } }, 'https://git.example/acme/greymark'],
  [{ repository: { url: 'git+ssh://git@git.example/acme/greymark.git' } }, null],
])('the repository of %j is at %s', (manifest, page) => {
  expect(repositoryPage(manifest)).toBe(page)
})
