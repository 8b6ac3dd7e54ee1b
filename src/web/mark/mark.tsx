import { MARK_SHAPES, MARK_SIDE } from './mark.ts'

/** As the page around it: dark on light, or light on dark. */
const AS_THE_PAGE = { ink: 'currentColor', ours: 'var(--ours)' } as const

interface MarkProps {
  readonly size: number
  readonly colours?: Readonly<Record<'ink' | 'ours', string>>
}

/** Our mark without a ground, beside the name. */
export const Mark = ({ size, colours = AS_THE_PAGE }: MarkProps) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    width={size}
    height={size}
    viewBox={`0 0 ${MARK_SIDE} ${MARK_SIDE}`}
    aria-hidden="true"
  >
    {MARK_SHAPES.map(({ fill, ...box }) => (
      <rect key={box.x} {...box} rx={1} fill={colours[fill]} />
    ))}
  </svg>
)
