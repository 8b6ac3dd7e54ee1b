import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

/** The arguments of Node by which `npm start` starts the server, after "exec node". */
export const START_ARGUMENTS: readonly string[] = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  .scripts.start.split(' ')
  .slice(2)
