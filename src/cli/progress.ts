import { count as countText } from '../texts/format.ts'
import type { Terminal } from './command.ts'

const BAR_WIDTH = 28
const REDRAW_MS = 100

/** A progress bar for the lines of a file. */
export function progressBar(terminal: Terminal, totalBytes: number | undefined) {
  const line = progressLine(terminal, totalBytes, 'lines')
  let bytes = 0
  return {
    add(moreBytes: number, lines: number) {
      bytes += moreBytes + 1
      line.show(bytes, lines)
    },
    done: line.done,
  }
}

/**
 * A progress bar on standard error, only at a terminal; a count if the total is unknown. `show` takes how much of the
 * total is done, and the printed number if that is another one.
 */
export function progressLine({ stderr }: Terminal, total: number | undefined, counted: string) {
  let [done, count, drawnAt] = [0, 0, 0]
  const draw = () => {
    const share = total ? Math.min(1, done / total) : undefined
    const bar =
      share === undefined ? '' : `${'█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')} `
    const percent = share === undefined ? '' : `${Math.floor(share * 100)}% `
    stderr.write(`\r${bar}${percent}${countText(count)} ${counted}\u001b[K`)
  }
  return {
    show(newDone: number, newCount = newDone) {
      done = newDone
      count = newCount
      if (!stderr.isTTY || Date.now() - drawnAt < REDRAW_MS) return
      drawnAt = Date.now()
      draw()
    },
    done() {
      if (!stderr.isTTY) return
      draw()
      stderr.write('\n')
    },
  }
}

/** What is being done, on one line that the next one replaces; only at a terminal. An empty text removes it. */
export function progress({ stderr }: Terminal, text: string): void {
  if (stderr.isTTY) stderr.write(`\r${text}\u001b[K`)
}
