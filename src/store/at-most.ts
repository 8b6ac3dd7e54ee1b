/** Waits for something to end, but no longer than this: it may hang. */
export async function atMost(ms: number, ending: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([ending, late]).finally(() => clearTimeout(timer))
}
