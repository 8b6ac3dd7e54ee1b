/** What `bin/greymark.js` starts. */
export { runCli } from './cli/main.ts'
export { machineClock } from './machine-clock.ts'
