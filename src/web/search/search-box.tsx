import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { SEARCH_NAMES_PATH } from './search-names.ts'

/** Finds an IPO or a share with deals: while one types with JavaScript, else on the page of all IPOs. */
export const SearchBox = () => (
  <search class="search">
    <form action="/ipos" data-names={SEARCH_NAMES_PATH}>
      <input
        type="search"
        name="q"
        maxLength={MAX_TEXT_LENGTH}
        aria-label={en.search.label}
        placeholder={en.search.placeholder}
        autocomplete="off"
        dir="auto"
      />
    </form>
  </search>
)
