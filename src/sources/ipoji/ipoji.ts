import type { Source } from '../source.ts'
import { readQuotes } from './quotes.ts'

const PAGE = 'https://ipoji.com/ipo-gmp'

export const ipoji: Source = {
  id: 'ipoji',
  publisher: 'IPO Ji',
  home: PAGE,
  contents: 'GMP quotes',
  schedule: { words: 'every 2 hours from 9:10 to 23:10', cron: ['10 9-23/2 * * *'] },
  isDated: false,
  plan: () => [{ document: 'gmp', url: PAGE, expects: 'html' }],
  read: readQuotes,
}
