/** A message of ours, which begins small and has no end, as a sentence. */
export const sentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
