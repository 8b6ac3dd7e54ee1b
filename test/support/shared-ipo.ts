import type { SharedIpo } from '../../src/web/share/shared-ipo.ts'

/** An open IPO with a GMP, as cards, badges and embedded pages get it; later keys replace earlier ones. */
export const sharedIpoWith = (more: Partial<SharedIpo> = {}): SharedIpo => ({
  slug: 'acme-foods',
  name: 'Acme Foods',
  kind: 'Mainboard IPO, open',
  calledOff: null,
  figures: [
    { label: 'GMP (unofficial)', value: '₹45', note: '15 Jan 2026, 3 sources', tone: 'ink' },
    { label: 'Price band', value: '₹271–285' },
  ],
  quotes: { lowest: 40, median: 45, highest: 52, disputed: false },
  lastGmp: null,
  dates: [
    { label: 'Opens', day: '2026-01-13' },
    { label: 'Closes', day: '2026-01-16' },
  ],
  badge: ['GMP ₹45', '15 Jan 2026, 3 sources, unofficial'],
  tone: 'ink',
  ...more,
})
