import type { Day } from '../../market/calendar.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import { nearDay, weekday } from '../../texts/format.ts'
import type { AlertIpo } from '../alert.ts'

/** A line of an alert. */
export interface AlertLine {
  readonly text: string
  /** The fields of the IPO whose values it states. */
  readonly states: readonly (keyof ChangingIpo)[]
  readonly statesGmp: boolean
  /** The address in the text. */
  readonly link?: string
  /** The IPO of the line, where an alert is about several. */
  readonly of?: AlertIpo
}

/** The words of an alert. */
export interface AlertWords {
  readonly title: AlertLine
  readonly lines: readonly AlertLine[]
  /** The path of the page about it. */
  readonly path: string
}

export const line = (text: string, states: readonly (keyof ChangingIpo)[] = []): AlertLine => ({
  text,
  states,
  statesGmp: false,
})

export const lineWithGmp = (text: string, states: readonly (keyof ChangingIpo)[]): AlertLine => ({
  text,
  states,
  statesGmp: true,
})

/** `today, Tue 17 Nov`, or `Fri 20 Nov`: with the date, because it may be read later. */
export function datedDay(day: Day, today: Day): string {
  const [near, dated] = [nearDay(day, today), weekday(day, today)]
  return near === dated ? dated : `${near}, ${dated}`
}
