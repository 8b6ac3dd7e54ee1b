import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { STYLES_PATH } from './styles.ts'

interface LayoutProps {
  readonly title: string
  readonly description: string
  readonly notice?: string
  readonly footer?: string
  readonly children: ComponentChildren
}

const Layout = ({ title, description, notice, footer, children }: LayoutProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="stylesheet" href={STYLES_PATH} />
    </head>
    <body>
      <header>
        <nav aria-label="Main">
          <a class="name" href="/">
            Greymark
          </a>
          <a href="/docs">API reference</a>
          <a href="/openapi.json">OpenAPI</a>
        </nav>
      </header>
      <main>
        {notice && (
          <p class="notice" role="note">
            {notice}
          </p>
        )}
        {children}
      </main>
      <footer>{footer && <p>{footer}</p>}</footer>
    </body>
  </html>
)

export const renderPage = (props: LayoutProps): string =>
  `<!doctype html>${renderToString(<Layout {...props} />)}`
