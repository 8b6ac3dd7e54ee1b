import type { CheerioAPI } from 'cheerio/slim'
import { plain } from './pages.ts'
import type { Answered } from './service.ts'

/** The table of deals has groups by day; no other table of these pages has any. */
export const DEAL_ROWS = 'table:has(tr.group) tbody tr:not(.group)'

interface DealRow {
  /** In the shape of the JSON, without what the page leaves out. */
  readonly deal: Answered
  /** The cell below a heading, as text. */
  readonly cell: (heading: string) => string
}

/** The rows of a page of deals. */
export function dealRows($: CheerioAPI): DealRow[] {
  const table = $('table:has(tr.group)')
  const headings = table.find('thead th').map((_, th) => plain($(th).text()))
  const order: string[] = headings.get()
  return $(DEAL_ROWS)
    .map((_, tr) => {
      const cellOf = (heading: string) => $(tr).children().eq(order.indexOf(heading))
      const has = (heading: string) => order.includes(heading)
      const figure = (heading: string) => Number(cellOf(heading).find('data').attr('value'))
      const [exchange, kind = ''] = plain(cellOf('List').text()).split(' ')
      const deal = {
        ...(has('Share') && { symbol: cellOf('Share').find('a').text() }),
        ...(has('Client') && { clientName: cellOf('Client').find('a').text() }),
        dealType: cellOf('Side').text() === 'Bought' ? 'BUY' : 'SELL',
        kind: kind.toUpperCase(),
        quantity: figure('Shares'),
        price: figure('Price'),
        valueCr: figure('Value'),
        exchange,
        tradeDate: `${$(tr).closest('tbody').find('.group time').attr('datetime')}T00:00:00.000Z`,
        ...(has('Share') && { securityName: cellOf('Share').find('small').text() }),
      }
      return { deal, cell: (heading: string) => plain(cellOf(heading).text()) }
    })
    .get()
}
