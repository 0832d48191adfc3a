/** The pages for people who are signed in. */
export const accountStyle = `
.account-bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; justify-content: space-between; }
.account-bar p { margin: 0; } .account-bar + .tabs { margin: 0.5rem 0 2rem; }
@media (max-width: 26rem) { header.site nav { gap: 0.15rem 0.45rem; font-size: 0.8125rem; } }
form.inline { display: inline; }
button.plain { background: transparent; color: var(--accent); border-color: var(--line); padding: 0.5rem 0.8rem; font-size: 0.875rem; }
button.plain:hover { border-color: var(--accent); filter: none; }
button.danger { background: var(--destructive); color: var(--ground); }
.form { display: grid; gap: 0.9rem; max-width: 40rem; margin: 1rem 0; } .form p { margin: 0; } .form.full { max-width: none; }
.field { display: grid; gap: 0.25rem; } .field label, legend { font-weight: 600; font-size: 0.9375rem; }
.field input, .field textarea {
  font: 1rem/1.4 var(--sans); width: 100%; min-width: 0; padding: 0.55rem 0.75rem; color: inherit; background: var(--raised);
  border: 1px solid var(--strong-line); border-radius: var(--small-radius);
}
legend { padding: 0; } .checks { border: 0; margin: 0; padding: 0; display: grid; gap: 0.4rem; } .checks label { display: flex; gap: 0.6rem; align-items: start; }
.checks input { width: 1.1rem; height: 1.1rem; margin: 0.25rem 0 0; accent-color: var(--accent); flex: none; }
.field input[type="password"], .field textarea { font-family: var(--mono); font-size: 0.875rem; }
.field textarea { min-height: 20rem; resize: vertical; white-space: pre; overflow-wrap: normal; overflow-x: auto; }
.typed textarea { min-height: 4rem; }
.source { margin: 1rem 0; padding: 0.5rem 0 0.5rem 3.75rem; background: var(--sunk); border-radius: var(--small-radius); font: 0.875rem/1.6 var(--mono); }
.source > li { padding: 0 0.75rem 0 0.5rem; } .source > li::marker { color: var(--quiet); font-size: 0.8125rem; }
.source code { font-size: 1em; white-space: pre-wrap; } .source .bad { background: var(--destructive-wash); box-shadow: inset 3px 0 0 var(--destructive); }
.source .bad:target { outline: 2px solid var(--destructive); } .source .gap { list-style: none; color: var(--quiet); }
.source ul { margin: 0; padding: 0 0 0.35rem; list-style: none; font-family: var(--sans); color: var(--destructive); }
.source ul p { margin: 0; color: var(--text); }
.row { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; justify-content: space-between; max-width: 40rem; }
.acts { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; } .acts form { display: block; }
.preview { margin: 1.5rem 0; padding: 0.25rem 1.25rem 1.25rem; border: 2px dashed var(--strong-line); border-radius: var(--radius); }
@media (min-width: 40rem) { .row.wide { flex-wrap: nowrap; max-width: none; } }
.notice.good { border-color: var(--accent); background: var(--wash); }
`
