import type { Config } from '../config.ts'
import { VERSION } from '../project-file.ts'
import type { Service } from '../service/start.ts'
import { displayAddress } from '../without-secrets.ts'
import { countText } from './amount-text.ts'
import type { Terminal } from './command.ts'

/** What the user typed to start the service, and types for other commands, by npm's name of what it runs. */
const TYPED: Readonly<Record<string, { readonly start: string; readonly command: string }>> = {
  start: { start: 'npm start', command: 'npx greymark' },
  npx: { start: 'npx greymark serve', command: 'npx greymark' },
}
const INSTALLED = { start: 'greymark serve', command: 'greymark' }

type StartedService = Pick<Service, 'address' | 'contents'>

/** The line that a terminal shows once the service has started: what is served where, and what to do next. */
export async function startLine(
  service: StartedService,
  config: Config,
  env: Terminal['env'],
): Promise<string> {
  const { demo, ipos } = await service.contents()
  const typed = TYPED[env.npm_lifecycle_event ?? ''] ?? INSTALLED
  const sources = config.SOURCES.join(', ')
  const sentences = [
    `Greymark ${VERSION} serves ${demo ? 'a demo market' : contentsText(ipos, config)} at ${service.address}.`,
    ...(config.COLLECT
      ? [`${demo ? 'Real data follows as it is collected' : 'It collects'} from ${sources}.`]
      : [`${demo ? 'For real data' : 'To collect'}: COLLECT=on CONTACT=you@example.org ${typed.start}.`]),
    `Help: ${typed.command} --help.`,
    'Ctrl-C stops it.',
  ]
  return sentences.join(' ')
}

const contentsText = (ipos: number | null, { DATABASE_URL: url }: Config): string =>
  `${ipos === null ? 'the market' : countText(ipos, 'IPO')} from ${displayAddress(url)}`
