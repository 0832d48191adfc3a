/** The pages of the HTTP API. */
export const docsStyle = `
:root { --get: #17713f; --post: #1257a8; --put: #835000; --delete: #a8251b; }
@media (prefers-color-scheme: dark) { :root { --get: #6fcf97; --post: #8ab8f5; --put: #e6b75f; --delete: #f39a90; } }
nav.side h2 { margin: 1rem 0 0.25rem; font-size: 0.8rem; color: var(--quiet); }
nav.side ul { margin: 0; padding: 0; list-style: none; }
nav.side li { padding: 0.1rem 0; }
nav.side a { text-decoration: none; }
nav.side a[aria-current] { color: inherit; font-weight: 600; }
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
`
