/** Header, footer, and the frames of pages. */
export const layoutStyle = `
header.site {
  display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; border-bottom: 1px solid var(--line); background: var(--raised);
  padding: 0.7rem max(var(--gap), (100% - var(--width)) / 2 + var(--gap));
}
.brand { font: 700 1.15rem/1.4 var(--mono); letter-spacing: -0.03em; color: var(--text); text-decoration: none; }
.brand span { color: var(--accent); }
header.site nav { display: flex; flex-wrap: wrap; gap: 0.15rem 1.15rem; font-size: 0.9375rem; }
header.site nav a { color: var(--quiet); text-decoration: none; padding: 0.2rem 0; border-bottom: 2px solid transparent; }
header.site nav a:hover { color: var(--text); }
header.site nav a[aria-current] { color: var(--text); border-color: var(--accent); }
header.site search { margin-left: auto; flex: 1 1 8rem; max-width: 17rem; }
.language { font-size: 0.875rem; color: var(--quiet); text-decoration: none; border: 1px solid var(--line); border-radius: 99px; padding: 0.15rem 0.75rem; }
.language:hover { color: var(--text); border-color: var(--strong-line); }
header.site nav + .language { margin-left: auto; }
.search {  display: flex; gap: 0.5rem; }
header.site form.search button { position: absolute; left: -100vw; }
header.site form.search button:focus { position: static; }
header.site input { padding: 0.35rem 0.75rem; font-size: 0.9375rem; }
.search.large input { padding: 0.85rem 1.1rem; font-size: 1.0625rem; border-radius: var(--radius); }
.search.large button { border-radius: var(--radius); padding: 0 1.5rem; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: var(--width); margin: 0 auto; }
main { padding: 2rem var(--gap) 4rem; min-width: 0; }
nav.side { display: none; }
@media (min-width: 60rem) {
  .frame.wide { grid-template-columns: 19rem minmax(0, 1fr); }
  nav.side { display: block; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.25rem; font-size: 0.9rem; border-right: 1px solid var(--line); }
}
@media (max-width: 40rem) {
  .search.large { flex-wrap: wrap; } .search.large button { flex: 1 1 100%; padding: 0.85rem; }
  header.site nav { order: 3; flex-basis: 100%; font-size: 0.875rem; gap: 0.15rem 0.9rem; }
  header.site { gap: 0.5rem 0.75rem; } header.site search { order: 2; flex: 1 1 5rem; max-width: none; }
  header.site nav + .language { order: 2; }
  header.site search + .language { order: 2; }
}
footer.site {
  display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem;
  padding: 1.5rem max(var(--gap), (100% - var(--width)) / 2 + var(--gap)) 2.5rem;
}
footer.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.prose { max-width: 44rem; }
.lead { font-size: 1.125rem; color: var(--quiet); max-width: 44rem; }
.columns { display: grid; gap: 1.5rem var(--gap); grid-template-columns: minmax(0, 1fr); }
@media (min-width: 48rem) { .columns.three { grid-template-columns: repeat(3, minmax(0, 1fr)); } .columns.two { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`
