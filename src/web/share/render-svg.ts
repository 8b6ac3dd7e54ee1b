import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Renders an SVG that is a file of its own. HTML allows `]]>` in text, so it is left as it is; XML does not. */
export const renderSvg = (svg: VNode): string => renderToString(svg).replaceAll(']]>', ']]&gt;')
