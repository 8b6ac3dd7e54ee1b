import { createHash } from 'node:crypto'

/** Ink on paper: warm paper, white sheets, hairlines, one blue for what is ours, amber only for doubt. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --sheet: #ffffff; --ink: #16181d; --quiet: #5d636e; --line: #e2dfd6;
  --ours: #1c4e9c; --doubt: #7a4b00; --doubt-paper: #fdf1d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --sheet: #1c1f24; --ink: #eceae4; --quiet: #a2a7b1; --line: #33373e;
    --ours: #8fb7f5; --doubt: #f0c674; --doubt-paper: #33290f;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header { background: var(--sheet); border-bottom: 1px solid var(--line); }
header nav, main, footer { max-width: 1040px; margin: 0 auto; padding: 12px 16px; }
header nav { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: baseline; }
header .name { font-weight: 700; font-size: 18px; color: var(--ink); text-decoration: none; }
main { padding-top: 24px; padding-bottom: 32px; }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: 14px; padding-bottom: 32px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
h2 { font-size: 21px; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 0 0 12px; max-width: 70ch; }
a { color: var(--ours); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--ours); outline-offset: 2px; }
code, pre { font: 14px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
th code { overflow-wrap: normal; }
pre { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow-x: auto; }
.lead { color: var(--quiet); font-size: 17px; }
.notice {
  background: var(--doubt-paper); color: var(--doubt); border: 1px solid currentColor;
  border-radius: 8px; padding: 8px 12px; margin: 0 0 16px; max-width: none;
}
.wide { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.wide + p, .wide + ul { margin-top: 16px; }
table { border-collapse: collapse; width: 100%; font-size: 15px; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--quiet); font-weight: 600; font-size: 13px; }
th[scope="row"] { font-weight: 600; white-space: nowrap; }
td.type { color: var(--quiet); white-space: nowrap; }
summary { cursor: pointer; font-weight: 600; margin: 12px 0; }
@media (max-width: 560px) {
  h1 { font-size: 25px; }
  th, td { padding: 8px; }
  td.type { white-space: normal; }
  th[scope="row"] { white-space: normal; }
}
@media print { header, .notice { border: 0; } body { background: none; } }
`

/** The name changes with the content, so that no cache shows old styles. */
export const STYLES_PATH = `/styles-${createHash('sha256').update(STYLES).digest('hex').slice(0, 8)}.css`
