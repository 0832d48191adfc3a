/** Elements, and the classes that have no place of their own. */
export const baseStyle = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
code, pre, kbd { font: 0.875em/1.6 var(--mono); font-variant-ligatures: none; }
code { overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--sunk); border-radius: var(--small-radius); }
pre code { font-size: 1em; overflow-wrap: normal; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.25rem); font-weight: 700; letter-spacing: -0.02em; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.25rem; letter-spacing: -0.01em; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.5rem 0; text-wrap: pretty; }
ul.plain { margin: 0; padding: 0; list-style: none; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 0.8125rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.scroll { overflow-x: auto; }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
.mono { font-family: var(--mono); font-size: 0.875em; }
.unit { display: inline-block; max-width: 100%; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--accent); color: var(--on-accent); z-index: 1; }
.skip:focus { top: 0.5rem; }
[hidden] { display: none !important; }
button, .button {
  font: 600 0.9375rem/1 var(--sans); padding: 0.7rem 1.1rem; border: 1px solid transparent; border-radius: var(--small-radius);
  background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; white-space: nowrap;
}
a.button { display: inline-block; }
button:hover, .button:hover { filter: brightness(1.1); }
input[type="search"], select {
  font: 1rem/1.3 var(--sans); width: 100%; min-width: 0; padding: 0.55rem 0.75rem; color: inherit; background: var(--raised);
  border: 1px solid var(--strong-line); border-radius: var(--small-radius);
}
input::placeholder { color: var(--quiet); opacity: 1; }
summary { cursor: pointer; }
.tag {
  display: inline-block; padding: 0.1rem 0.5rem; border-radius: 99px; background: var(--sunk); color: var(--quiet);
  font-size: 0.8125rem; line-height: 1.5; text-decoration: none; white-space: nowrap;
}
a.tag:hover { color: var(--text); text-decoration: underline; }
.tag.read { background: var(--read-wash); color: var(--read); }
.tag.write { background: var(--write-wash); color: var(--write); }
.tag.destructive, .tag.failed { background: var(--destructive-wash); color: var(--destructive); }
.tag.passed { background: var(--wash); color: var(--accent); }
.tags { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0; padding: 0; list-style: none; align-items: center; }
.notice { margin: 1rem 0; padding: 0.75rem 1rem; border-left: 4px solid var(--write); background: var(--write-wash); border-radius: 0 var(--small-radius) var(--small-radius) 0; }
.notice.bad { border-color: var(--destructive); background: var(--destructive-wash); }
.notice p { margin: 0.15rem 0; }
dl.facts { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: 0.35rem 1.25rem; margin: 0.75rem 0; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; }
@media (max-width: 26rem) { dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0; } dl.facts dd { margin-bottom: 0.6rem; } }
.command { position: relative; display: flex; align-items: stretch; margin: 0.5rem 0; background: var(--ink); border-radius: var(--radius); overflow: hidden; }
.command pre { flex: 1; min-width: 0; margin: 0; padding: 0.85rem 1rem; background: none; color: var(--ink-text); white-space: pre-wrap; overflow-wrap: anywhere; }
.command code { overflow-wrap: anywhere; }
.command .prompt::before { content: "$ "; color: var(--ink-accent); }
.command button { border-radius: 0; padding: 0 1rem; background: transparent; color: var(--ink-accent); border-left: 1px solid rgb(255 255 255 / 0.14); }
.command button:hover { background: rgb(255 255 255 / 0.08); filter: none; }
@media (max-width: 26rem) { .command { flex-direction: column; } .command button { padding: 0.6rem 1rem; border-left: 0; border-top: 1px solid rgb(255 255 255 / 0.14); } }
.command :focus-visible { outline-color: var(--ink-accent); outline-offset: -3px; }
@media (prefers-reduced-motion: no-preference) { a, button { transition: background-color 0.15s, border-color 0.15s; } }
@media print { header.site, footer.site, .command button { display: none; } }
`
