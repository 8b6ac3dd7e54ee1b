import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { downloadsFolder } from './downloads-folder.ts'

/** The folder of a service on PostgreSQL, which cannot be made until `repair` is called. */
function brokenFolder() {
  const place = mkdtempSync(join(tmpdir(), 'greymark-test-'))
  vi.stubEnv('TMPDIR', join(place, 'nowhere'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(place, { recursive: true })
  })
  const settings = { DOWNLOADS_DIR: '', DATABASE_URL: 'postgres://localhost/greymark', COLLECT: false }
  return { folder: downloadsFolder(settings), repair: () => void vi.stubEnv('TMPDIR', place) }
}

test('a temporary folder that could not be made is tried again', async () => {
  const { folder, repair } = brokenFolder()
  await expect(folder.path()).rejects.toThrow('ENOENT')
  repair()
  const path = await folder.path()
  expect(existsSync(path)).toBe(true)
  await folder.close()
  expect(existsSync(path)).toBe(false)
})

test('a temporary folder that several processes share stays when one of them ends', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'greymark-test-'))
  onTestFinished(() => rmSync(shared, { recursive: true }))
  const settings = { DOWNLOADS_DIR: '', DATABASE_URL: 'postgres://localhost/greymark', COLLECT: false }
  const folder = downloadsFolder(settings, shared)
  expect(await folder.path()).toBe(shared)
  await folder.close()
  expect(existsSync(shared)).toBe(true)
})

test('closes although the temporary folder could not be made', async () => {
  const { folder } = brokenFolder()
  await expect(folder.path()).rejects.toThrow('ENOENT')
  await folder.close()
  const failing = expect(folder.path()).rejects.toThrow('ENOENT')
  await folder.close()
  await failing
})
