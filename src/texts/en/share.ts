/** The words for sharing an IPO, for keeping it on the device, and for pages that were saved there. */
export const share = {
  share: 'Share',
  whatsApp: 'WhatsApp',
  copyLink: 'Copy link',
  copied: 'Link copied',
  addToCalendar: 'Add to calendar',
  /** What is sent with the link. Nothing in it is computed from the GMP. */
  message: (name: string): string => `${name} IPO: dates, price and unofficial GMP with its sources`,
  embedOrShare: 'Embed or share this IPO',
  forOtherSites: (isCopy: boolean): string =>
    `For other sites. They ${isCopy ? 'are updated with this copy and say of when they are' : 'stay up to date'}, show the GMP as quoted with its day and number of sources, and nothing computed from it.`,
  frame: 'A small page in a frame',
  seeAlone: 'See it by itself',
  badge: 'A badge',
  about: (name: string): string => `${name} IPO: unofficial GMP and dates`,
  whatsAppPreview: 'WhatsApp preview',
  myIpos: 'My IPOs',
  savedCopy: (at: string): string =>
    `Saved copy from ${at}. You are offline; figures may have changed since.`,
  today: (time: string): string => `today ${time}`,
  yesterday: (time: string): string => `yesterday ${time}`,
  offline: 'You are offline',
  notSaved: 'This page is not saved on this device. These are:',
  star: (name: string): string => `Keep ${name} in My IPOs`,
} as const
