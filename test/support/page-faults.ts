import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core'
import { axeFaults, bringAxe } from './axe.ts'
import { PATIENCE_MS } from './browser.ts'

/** One kind of visitor's browser, checked in light and in dark. */
interface View {
  readonly width: number
  readonly javaScriptEnabled: boolean
}

/** A tab that shows one page after another in one view. */
export interface Tab {
  readonly view: View
  readonly page: Page
}

const [PHONE, WIDE] = [360, 1280]
/** The width of A4 between the usual margins. */
const PAPER = 718
const SMALLEST_TEXT = 12
/** The number of loads in which a page must move before that is reported. */
const MOST_LOADS = 3

async function openTab(browser: Browser, view: View): Promise<Tab> {
  const { width, javaScriptEnabled } = view
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: 'light',
    javaScriptEnabled,
    isMobile: width === PHONE,
    hasTouch: width === PHONE,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (javaScriptEnabled) await bringAxe(context)
  return { view, page: await context.newPage() }
}

/** A phone and a wide screen with JavaScript, and the same without it. */
export function openTabs(
  browser: Browser,
  { alsoWithoutScript }: { alsoWithoutScript: boolean },
): Promise<readonly Tab[]> {
  const views = (alsoWithoutScript ? [true, false] : [true]).flatMap((javaScriptEnabled) =>
    [PHONE, WIDE].map((width) => ({ width, javaScriptEnabled })),
  )
  return Promise.all(views.map((view) => openTab(browser, view)))
}

/** The faults of the page at an address in this tab; empty if there are none. */
export async function pageFaults(tab: Tab, address: string, status = 200): Promise<string[]> {
  const { view, page } = tab
  const script = view.javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'
  const noticed = watch(page, address, status)
  const answer = await page.goto(address)
  const faults = view.javaScriptEnabled ? await layoutShifts(tab, address) : []
  if (answer?.status() !== status) faults.push(`status ${answer?.status()} instead of ${status}`)
  // A page is loaded once, because dark differs from light only in its colours.
  const light = await shownFaults(tab, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await shownFaults(tab, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  const named = (mode: string, all: readonly string[]) =>
    [...new Set(all)].map((fault) => `${view.width} px, ${mode}: ${fault}`)
  const found = [
    ...named(script, [...noticed.end(), ...faults]),
    ...named(`light, ${script}`, light),
    ...named(`dark, ${script}`, dark),
  ]
  // What is still loading would be noticed on the next page, when its service may have ended.
  await page.goto('about:blank')
  return found
}

/** The faults of the page as shown. */
async function shownFaults({ view, page }: Tab, colours: 'light' | 'dark'): Promise<string[]> {
  const faults = await shapeFaults(page)
  if (!view.javaScriptEnabled) return faults
  // All other rules give the same in every colour and width.
  const coloursOnly = colours === 'dark' || view.width === WIDE
  faults.push(...(await axeFaults(page, { coloursOnly })))
  if (view.width === WIDE && colours === 'light') faults.push(...(await printFaults(page)))
  return faults
}

/** Records errors in a tab until `end` is called. */
function watch(page: Page, address: string, status: number): { end(): readonly string[] } {
  const { origin } = new URL(address)
  const faults: string[] = []
  const asked = new Set<Request>()
  const onConsole = (message: ConsoleMessage) => {
    // The browser logs a page with an error status as an error, even where it is expected.
    const { url } = message.location()
    const isOwnStatus = status !== 200 && url === address
    if (message.type() === 'error' && !isOwnStatus) faults.push(`console: ${message.text()} (${url})`)
  }
  const onError = ({ message }: Error) => void faults.push(`script: ${message}`)
  const onRequest = (request: Request) => {
    asked.add(request)
    if (new URL(request.url()).origin !== origin) faults.push(`requests another host: ${request.url()}`)
  }
  const onFailed = (request: Request) => {
    // Leaving the previous page cancels its pending requests, such as that for its icon.
    if (asked.has(request)) faults.push(`${request.url()} failed: ${request.failure()?.errorText}`)
  }
  page.on('console', onConsole).on('pageerror', onError)
  page.on('request', onRequest).on('requestfailed', onFailed)
  return {
    end: () => {
      page.off('console', onConsole).off('pageerror', onError)
      page.off('request', onRequest).off('requestfailed', onFailed)
      return faults
    },
  }
}

interface Shape {
  readonly title: string
  readonly headings: number
  readonly mains: number
  readonly icons: number
  readonly excess: number
  readonly widest: readonly string[]
  readonly small: readonly string[]
}

async function shapeFaults(page: Page): Promise<string[]> {
  const { title, headings, mains, icons, excess, widest, small } = await page.evaluate<Shape>(SHAPE)
  const faults = small.map((text) => `text below ${SMALLEST_TEXT} px: ${text}`)
  if (title === '') faults.push('no title')
  if (headings !== 1) faults.push(`${headings} headings of the first level`)
  if (mains !== 1) faults.push(`${mains} main elements`)
  // Otherwise browsers request one at the default address.
  if (icons === 0) faults.push('no icon')
  if (excess > 0) faults.push(`${excess} px wider than the screen: ${widest.join(', ')}`)
  return faults
}

const DESCRIBE = `
  const describe = (element) => [element.localName, ...element.classList].join('.')
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
`

// Code for the page is text, because the project does not include the types of a browser.
const SHAPE = `(() => {
  ${DESCRIBE}
  const root = document.documentElement
  const excess = root.scrollWidth - root.clientWidth
  const sticksOut = (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5
  const innermost = (element) => ![...element.children].some(sticksOut)
  // A sign such as an arrow; its text is beside it.
  const isSign = (element) => element.closest('[aria-hidden=true]') && !element.closest('svg')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const small = new Set()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (texts.currentNode.data.trim() === '' || !isShown(element) || isSign(element)) continue
    const scale = element instanceof SVGGraphicsElement ? element.getScreenCTM().a : 1
    const size = parseFloat(getComputedStyle(element).fontSize) * scale
    if (size < ${SMALLEST_TEXT} - 0.1) small.add(describe(element) + ' at ' + size.toFixed(1) + ' px')
  }
  return {
    title: document.title.trim(),
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    icons: document.querySelectorAll('link[rel~=icon]').length,
    excess,
    widest: excess > 0 ? [...document.querySelectorAll('body *')].filter(sticksOut).filter(innermost).slice(0, 3).map(describe) : [],
    small: [...small],
  }
})()`

/** The parts of the page that moved while it loaded. */
async function layoutShifts({ view, page }: Tab, address: string): Promise<string[]> {
  let moved = await page.evaluate<readonly string[]>(LAYOUT_SHIFTS)
  const browser = page.context().browser()
  // A busy machine may paint half a page before the rest is parsed, so only movement in every load counts. Each load
  // has an empty cache, because with cached files nothing would arrive late.
  for (let looks = 1; looks < MOST_LOADS && moved.length > 0 && browser !== null; looks++) {
    const fresh = await openTab(browser, view)
    await fresh.page.goto(address)
    moved = await fresh.page.evaluate<readonly string[]>(LAYOUT_SHIFTS)
    await fresh.page.context().close()
  }
  return moved.map(moves)
}

const moves = (element: string): string => `moves while it loads: ${element}`

/** On a busy machine a heading may be drawn before what stands above it is complete. Less than this is 0 in three decimals. */
const LEAST_SHIFT = 0.0005

const LAYOUT_SHIFTS = `new Promise((resolve) => {
  ${DESCRIBE}
  const moved = []
  const note = (entries) => {
    for (const { sources, value } of entries) if (value >= ${LEAST_SHIFT})
      moved.push(sources.map(({ node }) => node?.localName ? describe(node) : 'text').join(', ') + ' by ' + value.toFixed(4))
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const afterFrames = (count, then) => requestAnimationFrame(() => count > 1 ? afterFrames(count - 1, then) : setTimeout(then))
  afterFrames(4, () => {
    note(observer.takeRecords())
    resolve(moved)
  })
})`

/** Paper cannot scroll, so content that does not fit is lost. */
async function printFaults(page: Page): Promise<string[]> {
  const screen = page.viewportSize()
  await page.setViewportSize({ width: PAPER, height: 900 })
  await page.emulateMedia({ media: 'print' })
  const lost = await page.evaluate<readonly string[]>(CUT_OFF)
  await page.emulateMedia({ media: null })
  if (screen) await page.setViewportSize(screen)
  return lost.map((element) => `cut off on paper: ${element}`)
}

const CUT_OFF = `(() => {
  ${DESCRIBE}
  const isCut = (element) => {
    const { overflowX, clipPath } = getComputedStyle(element)
    // Fully clipped content is for screen readers.
    return element === document.documentElement || (/auto|scroll|hidden|clip/.test(overflowX) && clipPath === 'none')
  }
  return [...document.querySelectorAll('*')]
    .filter((element) => isShown(element) && isCut(element))
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => describe(element) + ', ' + element.scrollWidth + ' px in ' + element.clientWidth)
})()`
