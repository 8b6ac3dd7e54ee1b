/** The most bytes of JSON in an answer whose length the caller did not choose. */
export const ANSWER_BYTES = 8000

export const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

/** How many of `count` items an answer can hold without exceeding the limit, by binary search; 0 where not even one fits. */
export function fittingCount(count: number, answerWith: (count: number) => object): number {
  let fits = 0
  let tooMany = count + 1
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (bytesOf(answerWith(middle)) <= ANSWER_BYTES) fits = middle
    else tooMany = middle
  }
  return fits
}
