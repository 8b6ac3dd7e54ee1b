import type { SharedIpo } from '../../src/web/share/shared-ipo.ts'

/** An open IPO with a GMP, as cards, badges and embedded pages get it; later keys replace earlier ones. */
export const sharedIpoWith = (more: Partial<SharedIpo> = {}): SharedIpo => ({
  slug: 'acme-foods',
  name: 'Acme Foods',
  board: 'MAINBOARD',
  calledOff: null,
  listed: null,
  gmp: { value: '₹45', day: '15 Jan 2026', sources: '3 sources', disputed: false, age: null },
  price: { label: 'Price band', text: '₹271–285' },
  dates: [
    { label: 'Opens', day: '2026-01-13' },
    { label: 'Closes', day: '2026-01-16' },
  ],
  ...more,
})
