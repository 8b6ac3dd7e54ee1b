const DISCLAIMER =
  'Aggregated public information; grey-market premium (GMP) is unofficial and unverifiable. Sources may be wrong or ' +
  'disagree: read gmpDisputed. Not investment advice; the operator is not a registered securities adviser. Keep this ' +
  'notice with the data and credit the service with a link.'

/** The same for pages, which show marks instead of fields. */
const ON_PAGES =
  'Aggregated public information; grey-market premium (GMP) is unofficial and unverifiable. Sources may be wrong or ' +
  'disagree: look for the mark “sources disagree”. Not investment advice; the operator is not a registered securities ' +
  'adviser.'

export const DEMO_NOTICE = 'DEMO: every issue, person, price and date here is invented.'

/** The same for the top of every page, in one line on a phone. */
export const DEMO_PAGE_NOTICE = 'DEMO: issues, people and prices are invented.'

export const disclaimerFor = ({ demo }: { demo: boolean }): string =>
  demo ? `${DISCLAIMER} ${DEMO_NOTICE}` : DISCLAIMER

export const pageDisclaimerFor = ({ demo }: { demo: boolean }): string =>
  demo ? `${ON_PAGES} ${DEMO_NOTICE}` : ON_PAGES
