/** The search of IPOs and of shares with deals. */
export const search = {
  label: 'Find an IPO or share by name or symbol',
  placeholder: 'Find an IPO or share',
  /** What a name in the list is: `IPO, open` */
  ipo: (state: string): string => `IPO, ${state.toLowerCase()}`,
  share: 'Share with deals',
  sharesWithDeals: 'Shares with bulk or block deals',
  didYouMean: 'Did you mean',
} as const
