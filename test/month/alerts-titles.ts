/** Names and phrases of the expected messages. */

export const MARIGOLD = 'Marigold Lanterns'
export const TAMARIND = 'Tamarind Agro Foods (India)'
export const QUOKKA = 'Quokka Pumps'
export const SAFFRON = 'Saffron Boilers'
export const ENGINEERING = 'Saffron Boilers Engineering'
export const HARBOUR = 'Harbour Cement'
export const NILGIRI = 'Nilgiri Commerce Ventures'

export const disagree = (name: string, day: number) =>
  `Sources disagree about the GMP of ${name} on ${day} Mar`
export const agree = (name: string, day: number) =>
  `Sources no longer disagree about the GMP of ${name} on ${day} Mar`

/** The operator corrects the opening price on the 19th. */
export const CORRECTED = `Correction: ${TAMARIND}: Opening price sent as ₹228 on NSE, 18 Mar 2031, corrected to ₹225 on NSE, 18 Mar 2031`
