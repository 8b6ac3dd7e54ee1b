/** What the script of a page of a static copy says of its age: in bold, and after it. It has no part of the other words. */
export const copyNotices = {
  notUpdated: (checked: string) => [
    `Last updated ${checked}.`,
    'What is open or due, and every figure, is of then.',
  ],
  outdated: (since: string, due: string, isLate: boolean) => [
    `Out of date since ${since}.`,
    isLate ? `An update was due ${due}.` : `Next update: ${due}.`,
  ],
  newer: ['This page has been updated.', ''],
  reload: 'Reload',
  unreadable: (changed: string, since: string | null) => [
    since === null ? `This page last changed ${changed}.` : `Out of date since ${since}.`,
    'The state of this copy could not be read: figures may be old.',
  ],
} as const
