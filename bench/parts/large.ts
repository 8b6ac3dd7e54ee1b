import type { Part } from '../figure.ts'
import { PAGES } from '../market/kinds.ts'
import { builtStore, sizeText } from '../market/stores.ts'
import { singles, startSides } from '../run/singles.ts'

export const large: Part = {
  name: 'large',
  about: 'a large store against a small one: import, and single requests for what was not requested before',
  async run(bench) {
    const [ours, theirs] = [await builtStore(bench, 'large'), await builtStore(bench, 'small')]
    const half = ours.importedPerSecond.length / 2
    const sides = await startSides({ ...ours, store: ours.file }, { ...theirs, store: theirs.file })
    const measured = await singles(bench, PAGES, sides)
    return {
      figures: [
        {
          ...{ work: 'import into the store while it is more than half full', against: 'the first half' },
          ...{ unit: 'facts/s', goal: { atLeast: 0.7 } },
          rounds: ours.importedPerSecond.slice(0, half).map((speed, n) => ({
            ...{ ours: ours.importedPerSecond[half + n] ?? 0, theirs: speed },
          })),
        },
        ...measured.map((figure) => ({ ...figure, against: 'the small store', goal: { atMost: 2 } })),
      ],
      note: `The large store has ${sizeText(ours.size)}; the small one ${sizeText(theirs.size)}. It is imported in ${2 * half} files of equally many facts, each by one command from the start of its process to its end. Requests are sent one at a time, to both in turn, and their median counts; all answers are full pages.`,
    }
  },
}
