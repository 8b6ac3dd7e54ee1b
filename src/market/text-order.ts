/** Orders text by code point, as both databases do. JavaScript's `<` compares UTF-16 units and differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rankOfUnit(x) - rankOfUnit(y)
  }
  return a.length - b.length
}

// Surrogates stand for code points above U+FFFF, so they sort after every other unit.
const rankOfUnit = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Upper case of ASCII letters only, as in the databases: "ı" and "ſ" stay as they are. */
export const asciiUpper = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
