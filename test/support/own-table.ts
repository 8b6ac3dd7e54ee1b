/** An invented tracker with every key but `dates`, shown in the documentation. */
export const EXAMPLE = {
  id: 'banyan',
  name: 'Banyan Street',
  owner: 'Banyan Media',
  home: 'https://banyan-street.example/',
  address: 'https://banyan-street.example/ipo-gmp',
  format: 'html',
  table: '#gmp',
  columns: {
    name: 'Company',
    gmp: ['GMP (Rs)', 'GMP'],
    price: 'Issue Price',
    dates: 'Bidding',
    board: 'Board',
    updated: 'As of',
  },
  ignored: ['Lot'],
  zeroMeans: 'nothing',
  schedule: { words: 'every 3 hours from 9:40 to 21:40', cron: ['40 9-21/3 * * *'] },
}
