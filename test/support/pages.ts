import { type CheerioAPI, load } from 'cheerio/slim'
import { expect } from 'vitest'
import type { TestService } from './service.ts'

/** A page as a visitor without JavaScript gets it. */
export async function pageOf(
  service: Pick<TestService, 'get'>,
  path: string,
  status = 200,
): Promise<CheerioAPI> {
  const response = await service.get(path)
  expect(response.status, path).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  return load(await response.text())
}

/** Replaces each run of white space by one space. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The cells of each row of a table, as text. */
export const rowTexts = ($: CheerioAPI, table: string): string[][] =>
  $(`${table} tbody tr`)
    .map((_, row) => [
      $(row)
        .children()
        .map((_i, cell) => plain($(cell).text()))
        .get(),
    ])
    .get()

export const textOf = ($: CheerioAPI, selector: string): string => plain($(selector).text())

/** The exact values of the figures inside. */
export const valuesIn = ($: CheerioAPI, selector: string): number[] =>
  $(`${selector} data`)
    .map((_, data) => Number($(data).attr('value')))
    .get()
