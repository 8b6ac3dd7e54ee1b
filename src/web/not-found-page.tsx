import { renderPage } from './layout.tsx'

export const notFoundPage = (): string =>
  renderPage({
    title: 'Nothing here · Greymark',
    description: 'There is no page at this address.',
    children: (
      <>
        <h1>Nothing here</h1>
        <p>
          There is no page at this address. <a href="/">The start page</a> names what there is.
        </p>
      </>
    ),
  })
