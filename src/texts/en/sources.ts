import { RANK } from '../../market/facts/publisher.ts'
import { counted } from '../format.ts'
import { type Phrase, phrase } from '../phrase.ts'

/** How far sources of a rank are trusted. */
const TRUST: Readonly<Record<number, string>> = {
  [RANK.exchange]:
    'For issue terms we trust the exchanges over the trackers. Subscription, listing prices, deals and holidays come from the exchanges only.',
  [RANK.tracker]:
    'Websites that publish GMP. Their issue terms are used only until an exchange publishes them. Sources with the same owner count once, because they are not independent of each other.',
  [RANK.operator]:
    'Whoever runs this copy of Greymark. The operator can correct issue terms that others got wrong; every correction is recorded beside what it corrects.',
}

const FAULTS = {
  unreachable: 'Could not be reached',
  refused: 'Has refused our requests',
  changed: 'Has changed its format',
} as const

interface SourceCounts {
  readonly all: number
  /** Those that are downloaded here. */
  readonly read: number
  readonly inDoubt: number
  readonly waiting: number
}

/** Whether the downloaded sources work. */
function working({ read, inDoubt, waiting }: SourceCounts): string {
  if (inDoubt > 0) return `${inDoubt} ${inDoubt === 1 ? 'is' : 'are'} not updating`
  if (waiting === read) return 'none was downloaded yet'
  if (waiting > 0)
    return `${waiting} ${waiting === 1 ? 'was' : 'were'} not downloaded yet, the others are updating`
  return 'all are updating'
}

export const sources = {
  trust: (rank: number): string => TRUST[rank] ?? '',
  sourceState: {
    ok: 'working',
    failing: 'not updating',
    quiet: 'no new quotes for over 3 days',
    waiting: 'not downloaded yet',
    off: 'not downloaded here',
  },
  importedSource: 'not downloaded; imported from a file',
  updated: (cadence: string): string => `updated ${cadence}`,
  sourceContents: <T>(contents: string, owner: T | null) =>
    owner === null ? phrase<T>`${contents as T}` : phrase`${contents as T}, owned by ${owner}`,
  sourceFault: <T>(fault: keyof typeof FAULTS, since: T | null, details: T | null): Phrase<T> => [
    ...(since === null ? [`${FAULTS[fault]}.`] : phrase`${FAULTS[fault] as T} since ${since}.`),
    ...(details === null ? [] : phrase` Details: ${details}.`),
  ],
  missedUpdates: (n: number): string => `Missed ${counted(n, 'update')}.`,
  sourcesWorking: (counts: SourceCounts): string =>
    counts.read === 0
      ? `None of the ${counted(counts.all, 'source')} below is downloaded here: the data was imported by hand.`
      : `${counts.read} of ${counted(counts.all, 'source')} ${counts.read === 1 ? 'is' : 'are'} downloaded here; ${working(counts)}.`,
  demoSources:
    'This is a demo: the sources below exist, but the figures attributed to them here are invented.',
  demoQuotes: <T>(names: T) =>
    phrase`The demo attributes its invented quotes to ${names}. None of them published these figures.`,
} as const
