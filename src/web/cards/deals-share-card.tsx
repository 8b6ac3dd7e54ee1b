import { type SymbolDeals, symbolDays } from '../../reports/deals/symbol-deals.ts'
import { counted, longWeekday } from '../../texts/format.ts'
import { CARD_LINE, CardRule, CardText, cardSvg } from './card-frame.tsx'
import { drawableName, fittingSize } from './card-text.ts'

const SYMBOL_SIZES = [112, 96, 80, 64] as const

/** The card of a share: its latest bulk and block deals. `undefined` for a share without deals. */
export function dealsCardSvg(report: SymbolDeals, isDemo: boolean): string | undefined {
  const days = symbolDays(report.newest)
  const latest = days.at(-1)
  if (!latest) return undefined
  // Where the deals of a single day were cut off, there are more.
  const isCut = report.newest.isCut && days.length === 1
  const symbol = drawableName(report.symbol, 'One share')
  return cardSvg({
    corner: 'Deals',
    isDemo,
    children: (
      <>
        <CardText
          y={228}
          size={fittingSize(symbol, SYMBOL_SIZES, { weight: 'bold', maxWidth: CARD_LINE })}
          weight="bold"
        >
          {symbol}
        </CardText>
        <CardText y={300} size={52} fill="quiet">
          {drawableName(report.securityNames[0] ?? '', '')}
        </CardText>
        <CardText y={404} size={72} weight="bold">
          {`${counted(latest.sum.disclosed, 'deal')}${isCut ? ' or more' : ''}`}
        </CardText>
        <CardText y={458} size={44} fill="quiet">
          {`on ${longWeekday(latest.day)}, the latest day with deals`}
        </CardText>
        <CardRule y={500} />
        <CardText y={568} fill="quiet">
          Bulk and block deals that NSE and BSE disclosed
        </CardText>
      </>
    ),
  })
}
