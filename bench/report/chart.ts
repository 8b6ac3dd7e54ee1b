import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale'
import type { Figure } from '../figure.ts'
import { ratioOf, verdictOfFigure } from '../ratio.ts'
import type { NamedResult } from '../results.ts'
import { short } from './table.ts'

const WIDTH = 880
const LABELS = 330
const VALUES = 70
const ROW = 24
const HEADING = 52
const AXIS = 34
const TOP = 60
/** Ratios that differ by more than this factor are shown on a logarithmic scale. */
const WIDE = 20
/** A limit, so that a single outlier does not compress the scale. */
const ROOM = 1.12

type Scale = ScaleContinuousNumeric<number, number>

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .quiet { fill: #59636e; font-size: 12px }
  .heading { font-weight: 600; font-size: 14px }
  .title { font-weight: 600; font-size: 17px }
  .ground { fill: #ffffff }
  .grid { stroke: #d9dee3 }
  .spread { stroke: #8b949e; stroke-width: 3; stroke-linecap: round }
  .goal { stroke: #1f2328; stroke-width: 2 }
  .aim { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 2 2 }
  .aim-reached { fill: #0b6e4f; stroke: #0b6e4f }
  .reached { fill: #ffffff; stroke: #0b6e4f; stroke-width: 3 }
  .missed { fill: #b3261e; stroke: #b3261e }
  .not-reliable { fill: none; stroke: #8b949e; stroke-width: 2; stroke-dasharray: 2 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .quiet { fill: #9da7b1 }
    .ground { fill: #0d1117 }
    .grid { stroke: #30363d }
    .spread { stroke: #6e7681 }
    .goal, .aim { stroke: #e6edf3 }
    .aim-reached { fill: #4cc38a; stroke: #4cc38a }
    .reached { fill: #0d1117; stroke: #4cc38a }
    .missed { fill: #ff7b72; stroke: #ff7b72 }
  }`

/** A chart of every ratio with its spread and its goals, with one panel per part. */
export function chart(results: readonly NamedResult[]): string {
  const measured = results.filter(({ figures }) => figures.length > 0)
  let y = TOP
  const panels = measured.map((result) => {
    const drawn = panel(result, y)
    y += panelHeight(result)
    return drawn
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="title">
<title id="title">Ours against theirs: the ratio of each figure, its spread over the rounds, its goal and its aim</title>
<style>${STYLE}</style>
<rect class="ground" width="${WIDTH}" height="${y}"/>
${legend()}
${panels.join('\n')}
</svg>
`
}

const panelHeight = ({ figures }: NamedResult): number => HEADING + figures.length * ROW + AXIS

function panel({ name, about, figures }: NamedResult, top: number): string {
  const scale = scaleFor(figures)
  const [first, last] = [top + HEADING, top + HEADING + figures.length * ROW]
  const ticks = tickValues(scale).map(
    (value) =>
      `<line class="grid" x1="${at(scale, value)}" x2="${at(scale, value)}" y1="${first}" y2="${last}"/>` +
      `<text class="quiet" x="${at(scale, value)}" y="${last + 16}" text-anchor="middle">${value}</text>`,
  )
  const better = figures.some(({ goal }) => 'atMost' in goal) ? 'less is better' : 'more is better'
  return [
    `<text class="heading" x="16" y="${top + 22}">${escaped(name)}</text>`,
    `<text class="quiet" x="16" y="${top + 40}">${escaped(about)}; ${better}</text>`,
    ...ticks,
    ...figures.map((figure, index) => row(figure, scale, first + index * ROW + ROW / 2)),
  ].join('\n')
}

function scaleFor(figures: readonly Figure[]): Scale {
  const medians = figures.map(({ rounds }) => ratioOf(rounds).median)
  const goals = figures.flatMap(({ goal }) => [goal.aim, 'atLeast' in goal ? goal.atLeast : goal.atMost])
  const [min, max] = [Math.min(...medians, ...goals), Math.max(...medians, ...goals)]
  const range = [LABELS, WIDTH - VALUES - 16]
  if (max / min > WIDE) return scaleLog([Math.min(1, min), max * ROOM], range).clamp(true)
  return scaleLinear([0, max * ROOM], range).clamp(true)
}

/** The ticks; a logarithmic scale would otherwise have one for every unit of every power. */
function tickValues(scale: Scale): number[] {
  const ticks = scale.ticks(6)
  return ticks.length <= 8 ? ticks : ticks.filter((value) => /^0*\.?0*1(0*)(\.0*)?$/.test(String(value)))
}

const at = (scale: Scale, value: number): string => scale(value).toFixed(1)

function row(figure: Figure, scale: Scale, y: number): string {
  const { work, against, goal, rounds } = figure
  const { median, min, max } = ratioOf(rounds)
  const limit = 'atLeast' in goal ? goal.atLeast : goal.atMost
  const mark = (value: number, name: string) =>
    `<line class="${name}" x1="${at(scale, value)}" x2="${at(scale, value)}" y1="${y - 8}" y2="${y + 8}"/>`
  return [
    `<text x="16" y="${y + 4}">${escaped(work)} <tspan class="quiet">${escaped(against)}</tspan></text>`,
    `<line class="spread" x1="${at(scale, min)}" x2="${at(scale, max)}" y1="${y}" y2="${y}"/>`,
    mark(limit, 'goal'),
    mark(goal.aim, 'aim'),
    dot(verdictOfFigure(figure), Number(at(scale, median)), y),
    `<text x="${WIDTH - 16}" y="${y + 4}" text-anchor="end">${short(median)}</text>`,
  ].join('')
}

/** Verdicts differ in shape as well as in colour. */
const dot = (verdict: string, x: number, y: number): string =>
  verdict === 'missed'
    ? `<rect class="missed" x="${x - 5}" y="${y - 5}" width="10" height="10" transform="rotate(45 ${x} ${y})"/>`
    : `<circle class="${verdict.replace(' ', '-')}" cx="${x}" cy="${y}" r="5"/>`

function legend(): string {
  const y = 46
  return [
    '<text class="title" x="16" y="24">Ours against theirs</text>',
    `${dot('aim reached', 24, y)}<text class="quiet" x="36" y="${y + 4}">aim reached</text>`,
    `${dot('reached', 134, y)}<text class="quiet" x="146" y="${y + 4}">goal reached</text>`,
    `${dot('missed', 250, y)}<text class="quiet" x="262" y="${y + 4}">missed</text>`,
    `<line class="goal" x1="330" x2="330" y1="${y - 8}" y2="${y + 8}"/><text class="quiet" x="338" y="${y + 4}">goal</text>`,
    `<line class="aim" x1="390" x2="390" y1="${y - 8}" y2="${y + 8}"/><text class="quiet" x="398" y="${y + 4}">aim</text>`,
    `<line class="spread" x1="446" x2="470" y1="${y}" y2="${y}"/><text class="quiet" x="480" y="${y + 4}">spread of the rounds</text>`,
    `${dot('not reliable', 624, y)}<text class="quiet" x="636" y="${y + 4}">not reliable: the machine was disturbed</text>`,
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
