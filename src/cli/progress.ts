import type { Terminal } from './command.ts'

const BAR_WIDTH = 28
const REDRAW_MS = 100

export interface Progress {
  add(bytes: number, lines: number): void
  done(): void
}

/** A bar on standard error, at a terminal only; without a known size, a count. */
export function progressBar({ stderr }: Terminal, totalBytes: number | undefined): Progress {
  if (!stderr.isTTY) return { add: () => undefined, done: () => undefined }
  let bytes = 0
  let lines = 0
  let drawnAt = 0
  const draw = () => {
    const share = totalBytes ? Math.min(1, bytes / totalBytes) : undefined
    const bar =
      share === undefined ? '' : `${'█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')} `
    const percent = share === undefined ? '' : `${Math.floor(share * 100)}% `
    stderr.write(`\r${bar}${percent}${lines.toLocaleString('en-IN')} lines\u001b[K`)
  }
  return {
    add(moreBytes, line) {
      bytes += moreBytes + 1
      lines = line
      if (Date.now() - drawnAt < REDRAW_MS) return
      drawnAt = Date.now()
      draw()
    },
    done() {
      draw()
      stderr.write('\n')
    },
  }
}
