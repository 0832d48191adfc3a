import { createHash } from 'node:crypto'

/** The style sheet of all pages. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --ground: #fdfdfc; --raised: #f4f4f1; --line: #dddcd6; --text: #1d1d1b; --quiet: #5f5e58; --link: #1257a8;
  --get: #1a7f4b; --post: #1257a8; --put: #96590a; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161615; --raised: #20201e; --line: #3a3935; --text: #ecebe6; --quiet: #a3a199; --link: #8ab8f5;
    --get: #6fcf97; --post: #8ab8f5; --put: #e8b45c; --delete: #f28b82;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif;
}
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
header {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline;
  padding: 0.75rem max(1.25rem, (100% - 76rem) / 2 + 1.25rem); border-bottom: 1px solid var(--line);
}
header strong a { color: inherit; text-decoration: none; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 76rem; margin: 0 auto; }
main { padding: 1rem 1.25rem 4rem; max-width: 52rem; }
nav.side { display: none; }
@media (min-width: 60rem) {
  .frame.wide { grid-template-columns: 19rem minmax(0, 1fr); }
  nav.side {
    display: block; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
    padding: 1.25rem; font-size: 0.9rem; border-right: 1px solid var(--line);
  }
}
h1 { margin: 0.75rem 0 0.25rem; font-size: 1.65rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 0.5rem; font-size: 1.2rem; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
nav.side h2 { margin: 1rem 0 0.25rem; font-size: 0.8rem; color: var(--quiet); }
nav.side ul, ul.plain { margin: 0; padding: 0; list-style: none; }
nav.side li { padding: 0.1rem 0; }
nav.side a { text-decoration: none; }
nav.side a[aria-current] { color: inherit; font-weight: 600; }
p { margin: 0.5rem 0; }
.quiet { color: var(--quiet); }
.address { margin: 0.5rem 0 1rem; }
.method { font-weight: 700; font-size: 0.8em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
ul.rows > li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
ul.rows > li > p { margin: 0.1rem 0 0; }
ul.fields { margin: 0.25rem 0; padding: 0; list-style: none; }
ul.fields > li { padding: 0.4rem 0; border-top: 1px solid var(--line); }
ul.fields ul.fields { margin-left: 0.35rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
ul.fields p { margin: 0.1rem 0; }
.must { color: var(--delete); font-size: 0.85em; }
.may { color: var(--quiet); font-size: 0.85em; font-style: italic; }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0.75rem 0; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; }
`

/** The Content-Security-Policy source that allows this style sheet and no other. */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`
