import { ask } from '../../run/answers.ts'

/** As browsers accept pages. */
const HEADERS = { 'Accept-Encoding': 'gzip, deflate, br' }

/** Requests the pages of IPOs, one after the other. A server that was asked for them makes them again for each round. */
export async function requestPages(address: string, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const { status } = await ask(address, { path: `/ipos/${slug}`, headers: HEADERS })
    if (status !== 200) throw new Error(`the page of ${slug} was answered with ${status}`)
  }
}
