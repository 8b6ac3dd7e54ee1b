#!/usr/bin/env node
import { existsSync } from 'node:fs'

// Plain JavaScript that any Node reads, so that an old one gets a sentence and not a stack trace.
const NEEDED = 24
const major = Number(process.versions.node.split('.')[0])
if (major < NEEDED) {
  // Only a checkout has the folder of the build.
  const advice = existsSync(new URL('../build/main.ts', import.meta.url))
    ? `in this checkout "npm ci" brings Node ${NEEDED}, and "npm start" and "npx greymark" use it`
    : `install Node ${NEEDED} or newer, for example from https://nodejs.org`
  process.stderr.write(`Greymark needs Node ${NEEDED} or newer, and this is ${process.version}: ${advice}.\n`)
  process.exit(1)
}

const { runProgram } = await import('../dist/program.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  process.stderr.write('Greymark is not built yet: run "npm ci" or "npm run build".\n')
  process.exit(1)
})

const { env, stdin, stdout, stderr } = process
// A reader that has seen enough, such as head, closes the pipe: that is no fault.
stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0)
  stderr.write(`greymark: cannot write: ${error.message}\n`)
  process.exit(1)
})
stderr.on('error', () => {})
process.exitCode = await runProgram(process.argv.slice(2), { env, stdin, stdout, stderr })
