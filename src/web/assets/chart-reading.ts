/**
 * Lets visitors read a chart point by point, by pointer or keyboard. The texts are already in the page: in the rows of
 * the chart's table, or in the shapes of the drawing.
 */
export function readCharts(page: Document): void {
  for (const chart of page.querySelectorAll<HTMLElement>('figure[data-chart]')) readChart(chart)
}

interface Point {
  /** In percent of the width; the height, if a point has one, is in pixels from the top. */
  readonly x: number
  readonly y: number | null
  readonly text: string
}

function readChart(chart: HTMLElement): void {
  const plot = chart.querySelector<HTMLElement>('.plot')
  const drawing = plot?.querySelector('svg')
  const readout = chart.querySelector<HTMLElement>('.readout')
  const points = pointsOf(chart)
  if (!plot || !drawing || !readout || points.length === 0) return

  const scrub = document.createElement('div')
  scrub.tabIndex = 0
  setAttributes(scrub, {
    class: 'scrub',
    role: 'slider',
    'aria-label': `Read the chart: ${drawing.querySelector('title')?.textContent ?? ''}`,
    'aria-valuemin': '1',
    'aria-valuemax': String(points.length),
  })
  plot.append(scrub)
  readout.querySelector('[hidden]')?.removeAttribute('hidden')

  const mark = document.createElementNS(drawing.namespaceURI, points[0]?.y === null ? 'line' : 'circle')
  let current = points.length - 1
  show(current, false)

  function show(index: number, shown = true): void {
    const point = points[index]
    if (!point || !readout) return
    current = index
    setAttributes(scrub, { 'aria-valuenow': String(index + 1), 'aria-valuetext': point.text })
    if (!shown) return
    readout.textContent = point.text
    const [x, y] = [`${point.x}%`, String(point.y)]
    setAttributes(mark, {
      class: 'reading',
      ...(point.y === null ? { x1: x, x2: x, y1: '0', y2: '100%' } : { cx: x, cy: y, r: '6' }),
    })
    drawing?.append(mark)
  }

  const point = ({ clientX, clientY }: PointerEvent) => {
    const box = scrub.getBoundingClientRect()
    show(nearest(points, clientX - box.left, clientY - box.top, box.width))
  }
  scrub.addEventListener('pointermove', point)
  // A tap does not fire pointer moves.
  scrub.addEventListener('pointerdown', point)
  scrub.addEventListener('focus', () => show(current))
  scrub.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      Home: 0,
      End: points.length - 1,
    }
    const index = steps[event.key]
    if (index === undefined) return
    event.preventDefault()
    show(Math.min(Math.max(index, 0), points.length - 1))
  })
}

/** The table rows or shapes that have a `data-x`. */
function pointsOf(chart: HTMLElement): Point[] {
  const headings = [...chart.querySelectorAll('thead th')].map(textOf)
  return [...chart.querySelectorAll<HTMLElement | SVGElement>('[data-x]')].map((element) => ({
    x: Number(element.dataset.x),
    y: element.dataset.y === undefined ? null : Number(element.dataset.y),
    text: element.dataset.text ?? sentenceOf(element, headings),
  }))
}

function sentenceOf(row: Element, headings: readonly string[]): string {
  const [first = '', ...rest] = [...row.children].map(textOf)
  const parts = rest.flatMap((text, i) => (text === '' ? [] : [`${headings[i + 1] ?? ''} ${text}`.trim()]))
  return `${first}: ${parts.join(', ')}`
}

const textOf = (element: Element): string => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''

function nearest(points: readonly Point[], left: number, top: number, width: number): number {
  const distance = ({ x, y }: Point) => Math.hypot((x / 100) * width - left, y === null ? 0 : y - top)
  const distances = points.map(distance)
  return distances.indexOf(Math.min(...distances))
}

export function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
