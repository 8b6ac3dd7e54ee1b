/** The entry point of `bin/greymark.js`. */
export { runCli } from './cli/main.ts'
export { machineClock } from './machine-clock.ts'
