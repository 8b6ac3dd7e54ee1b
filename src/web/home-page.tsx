import { renderPage } from './layout.tsx'

export interface HomePageProps {
  readonly disclaimer: string
  /** Shown at the top, when there is something that a visitor must know first. */
  readonly notice?: string
  readonly endpoints: readonly { path: string; href: string; summary: string; description: string }[]
}

export const homePage = ({ disclaimer, notice, endpoints }: HomePageProps): string =>
  renderPage({
    title: 'Greymark: open market data for Indian IPOs',
    description:
      'Indian IPOs, their grey-market premium with its sources, bulk and block deals, and a scoreboard, as JSON.',
    ...(notice && { notice }),
    footer: disclaimer,
    children: (
      <>
        <h1>Open market data for Indian IPOs</h1>
        <p class="lead">
          Grey-market premium is hearsay. Greymark shows who said what and when, marks where the sources
          disagree, and keeps score against the real listing price. Free JSON, no key.
        </p>
        <h2>What you can ask</h2>
        <div class="wide">
          <table>
            <tbody>
              {endpoints.map(({ path, href, summary, description }) => (
                <tr key={path}>
                  <th scope="row">{summary}</th>
                  <td>
                    <a href={href}>
                      <code>{path}</code>
                    </a>
                    <br />
                    {description}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p>
          <a href="/docs">Every field and parameter is in the reference.</a> Poll no more than once a minute,
          and keep the disclaimer with the data.
        </p>
      </>
    ),
  })
