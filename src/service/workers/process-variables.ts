/** The environment variable with the number of a serving process, counted from 1. Only the primary sets it. */
export const PROCESS_VARIABLE = 'GREYMARK_PROCESS'
/** The environment variable with the moment from which all processes continue the demo market in the same steps. */
export const DEMO_SINCE_VARIABLE = 'GREYMARK_DEMO_SINCE'
