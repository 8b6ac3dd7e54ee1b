const OWN_TEXT = 'gets text of our own: settings, names of documents, texts of messages'
const CHECKED = 'gets values that other functions have checked'
const NEEDS_MORE = 'needs a network, a server or a store, and reads text by functions of the table'
const BY_OTHERS = 'gets its text from functions of the table, each with the layout of an exchange'

/** Functions that receive text and are not in the table, each with the reason. */
export const NOT_ATTACKED: ReadonlyMap<string, string> = new Map([
  ['src/alerts/channels/delivery.ts#unreachable', OWN_TEXT],
  ['src/request/market-at-moment.ts#marketFor', NEEDS_MORE],
  ['src/request/market-at-moment.ts#answerKey', CHECKED],
  ['src/request/market-query.ts#pageQuery', NEEDS_MORE],
  ['src/request/market-query.ts#refuseEmptyRange', CHECKED],
  ['src/request/market-query.ts#futureMoment', CHECKED],
  ['src/request/position.ts#refuseUnknownPosition', CHECKED],
  ['src/request/position.ts#unknownPositionFault', CHECKED],
  ['src/request/problems.ts#problemBody', OWN_TEXT],
  ['src/client/answer.ts#failure', OWN_TEXT],
  ['src/collect/download/send-request.ts#sendRequest', NEEDS_MORE],
  ['src/collect/download/follow-redirects.ts#followRedirects', NEEDS_MORE],
  ['src/collect/download/timing.ts#timingFor', OWN_TEXT],
  ['src/collect/download/upstream-address.ts#upstreamAddress', OWN_TEXT],
  ['src/collect/download/upstream-address.ts#isLoopbackUrl', OWN_TEXT],
  ['src/collect/download/upstream-fault.ts#messageAbout', OWN_TEXT],
  ['src/collect/download/user-agent.ts#userAgent', OWN_TEXT],
  ['src/collect/download/cookie-visits.ts#cookieVisits', OWN_TEXT],
  ['src/market/calendar.ts#istInstant', CHECKED],
  ['src/market/calendar.ts#istMs', CHECKED],
  ['src/publish/read-route.ts#readRoute', OWN_TEXT],
  ['src/publish/send-stream.ts#sendStream', NEEDS_MORE],
  ['src/sources/bse-issues/issue-cells.ts#optionalCells', OWN_TEXT],
  ['src/sources/bse-issues/issue-cells.ts#bseTerms', CHECKED],
  ['src/sources/bse/bse-api.ts#bseRequest', OWN_TEXT],
  ['src/sources/due.ts#isDueAgain', OWN_TEXT],
  ['src/sources/facts-file/fact-from-line.ts#momentOf', CHECKED],
  ['src/sources/facts-file/fields.ts#isOptionalIn', OWN_TEXT],
  ['src/sources/nse-issues/lists.ts#isList', OWN_TEXT],
  ['src/sources/nse/nse-site.ts#nseRequest', OWN_TEXT],
  ['src/sources/parsing/deal-row.ts#dealEntry', BY_OTHERS],
  ['src/sources/parsing/deal-row.ts#readDealsCsv', BY_OTHERS],
  ['src/sources/registry.ts#chosenSources', OWN_TEXT],
  ['src/reports/format.ts#capitalized', OWN_TEXT],
  ['src/reports/format.ts#uncapitalized', OWN_TEXT],
  ['src/reports/format.ts#counted', OWN_TEXT],
])
