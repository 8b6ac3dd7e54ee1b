import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { SEARCH_NAMES_PATH } from './search-names.ts'

const FIELD = (
  <input
    type="search"
    name="q"
    maxLength={MAX_TEXT_LENGTH}
    aria-label={en.search.label}
    placeholder={en.search.placeholder}
    autocomplete="off"
    dir="auto"
  />
)

/**
 * Finds an IPO or a share with deals: while one types with JavaScript, else on the page of all IPOs. A static copy answers
 * no form, so its box is only there with JavaScript; its pages have their addresses with a slash at the end.
 */
export const SearchBox = () =>
  useCopy() ? (
    <search class="search scripted">
      <div data-names={SEARCH_NAMES_PATH} data-ending="/">
        {FIELD}
      </div>
    </search>
  ) : (
    <search class="search">
      <form action="/ipos" data-names={SEARCH_NAMES_PATH}>
        {FIELD}
      </form>
    </search>
  )
