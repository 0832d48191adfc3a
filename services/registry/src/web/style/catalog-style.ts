/** Home page, lists of apps, and the pages of an app. */
export const catalogStyle = `
.hero { display: grid; gap: 2rem 3rem; grid-template-columns: minmax(0, 1fr); align-items: center; padding: clamp(1rem, 4vw, 3.5rem) 0 0.5rem; }
@media (min-width: 64rem) { .hero { grid-template-columns: minmax(0, 1fr) 26rem; } }
.panel { margin: 0; padding: 1.1rem 1.35rem 1.3rem; border-radius: 14px; background: var(--ink); color: var(--ink-text); }
.panel figcaption { margin: 0; }
.panel p { margin: 0.9rem 0 0.25rem; color: var(--ink-quiet); font-size: 0.875rem; } .panel p:first-child { margin-top: 0; }
.panel pre { margin: 0; padding: 0; background: none; white-space: pre-wrap; overflow-wrap: anywhere; }
.panel p.note { margin: 0.25rem 0 0; font-size: 0.8125rem; }
.panel b { color: var(--ink-accent); font-weight: 600; }
.hero h1 { font-size: clamp(1.9rem, 1.2rem + 3.4vw, 3.25rem); letter-spacing: -0.035em; }
.hero .lead { margin: 1rem 0 1.5rem; }
.hero .tags { margin-top: 0.9rem; }
#results[aria-busy] { opacity: 0.6; }
.heading { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; justify-content: space-between; }
.categories { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10.5rem, 47%), 1fr)); gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.categories a { display: flex; justify-content: space-between; gap: 0.5rem; padding: 0.55rem 0.8rem; background: var(--raised); border: 1px solid var(--line); border-radius: var(--small-radius); color: var(--text); text-decoration: none; }
.categories a:hover { border-color: var(--accent); }
@media (max-width: 26rem) { .categories a { font-size: 0.8125rem; padding: 0.5rem; gap: 0.3rem; } .hero h1 { font-size: 1.75rem; } }
.categories span { color: var(--quiet); font-variant-numeric: tabular-nums; }
.apps { display: grid; gap: 0.75rem; margin: 1rem 0; padding: 0; list-style: none; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .apps.wide { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.card { display: grid; grid-template-columns: 2.5rem minmax(0, 1fr); gap: 0 0.9rem; padding: 0.9rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); position: relative; }
.card.bare { grid-template-columns: minmax(0, 1fr); }
.card:hover { border-color: var(--accent); }
.card h3 { margin: 0; font-size: 1.0625rem; display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; }
.card h3 a { color: var(--text); text-decoration: none; }
.card h3 a::after { content: ""; position: absolute; inset: 0; }
.card:hover h3 a { color: var(--accent); }
.card h3 code { font-weight: 400; color: var(--quiet); }
.card p { margin: 0.1rem 0 0.5rem; }
.card .tags + p { margin: 0.4rem 0 0; }
.card .tags a, .card pre { position: relative; }
.card pre { margin: 0.4rem 0 0; padding: 0.5rem 0.75rem; }
.card .task { margin: 0.6rem 0 0; font-size: 0.9375rem; }
.tile { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 9px; font: 700 0.9375rem/1 var(--mono); background: var(--sunk); color: var(--quiet); }
.tile.t0 { background: var(--wash); color: var(--accent); } .tile.t1 { background: var(--read-wash); color: var(--read); }
.tile.t2 { background: var(--write-wash); color: var(--write); } .tile.t3 { background: var(--destructive-wash); color: var(--destructive); }
.steps { counter-reset: step; }
.steps section { border-top: 3px solid var(--accent); padding-top: 0.75rem; }
.steps section h3 { margin: 0; } .steps h3::before { counter-increment: step; content: counter(step) " "; color: var(--accent); font-family: var(--mono); }
.browse { display: grid; gap: 1.5rem 2.5rem; grid-template-columns: minmax(0, 1fr); margin-top: 1.5rem; }
@media (min-width: 56rem) { .browse { grid-template-columns: 15rem minmax(0, 1fr); } .filters { position: sticky; top: 1rem; align-self: start; } }
.filters { border: 0; margin: 0; padding: 0; min-width: 0; }
.search-row { display: block; margin-top: 1rem; }
.filters .fields { display: grid; gap: 0.75rem; margin-top: 0.5rem; }
@media (max-width: 55.99rem) { .filters .fields { grid-template-columns: 1fr 1fr; } }
.filters label { font-size: 0.875rem; color: var(--quiet); }
.filters label.check { display: flex; gap: 0.6rem; align-items: start; color: var(--text); grid-column: 1 / -1; }
.filters input[type="checkbox"] { width: 1.1rem; height: 1.1rem; margin: 0.2rem 0 0; accent-color: var(--accent); flex: none; }
.filters #here-note { grid-column: 1 / -1; margin: 0; }
.filters .acts { display: flex; gap: 1rem; align-items: center; grid-column: 1 / -1; }
svg.days { display: block; width: 100%; max-width: 16rem; height: 2rem; margin-top: 0.3rem; fill: var(--accent); }
.empty { padding: 0.5rem 0 2rem; } .empty .tag { padding: 0.3rem 0.75rem; }
.browse h1 { font-size: 1.5rem; } .marks { margin-top: 0.6rem; } .marks .tag { background: var(--wash); color: var(--accent); padding: 0.25rem 0.75rem; }
.pages { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0; } .pages [rel="next"] { margin-left: auto; }
mark { background: none; color: var(--accent); font-weight: 650; }
.app-head { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1.1rem; align-items: center; }
.app-head .tile { width: 3.5rem; height: 3.5rem; font-size: 1.3rem; border-radius: 12px; }
.app-head h1 + p { margin: 0; color: var(--quiet); }
.tabs { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 1.25rem 0 0; border-bottom: 1px solid var(--line); }
.tabs a { padding: 0.5rem 0; color: var(--quiet); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--text); } .tabs a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
@media (max-width: 40rem) { .digest code { display: block; max-width: 6rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } }
@media (max-width: 26rem) { .tabs { gap: 0.25rem 0.9rem; font-size: 0.9375rem; } #effects dd { margin-top: 0.25rem; } }
.app-body { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 64rem) { .app-body { grid-template-columns: minmax(0, 1fr) 18rem; } .app-body > aside { border-left: 1px solid var(--line); padding-left: 2rem; margin-top: 1.75rem; } }
.app-body > div > section:first-child { margin-top: 1.5rem; }
.app-body > div > section:first-child h2, .app-body aside h2:first-child { margin-top: 1.75rem; }
aside h2 { font-size: 1rem; margin: 1.75rem 0 0.5rem; } aside h2:first-child { margin-top: 0; }
aside dl { margin: 0; } aside dt { color: var(--quiet); font-size: 0.8125rem; } aside dd { margin: 0 0 0.7rem; }
.methods { display: grid; gap: 0.75rem; padding: 0; margin: 1rem 0; list-style: none; }
.methods > li, .recipe { border: 1px solid var(--line); border-radius: var(--radius); background: var(--raised); padding: 0.9rem 1.1rem; }
.methods h3, .recipe h3 { margin: 0; display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: center; }
.methods dl.facts { font-size: 0.9375rem; margin-bottom: 0; }
.recipe { margin: 0.75rem 0; } .recipe h3 { justify-content: space-between; }
var { font-style: normal; color: var(--write); }
.recipe .label { font-size: 0.8125rem; color: var(--quiet); margin: 0.6rem 0 0.2rem; }
.recipe pre { margin: 0.2rem 0; max-height: 18rem; }
.recipe details { margin-top: 0.5rem; font-size: 0.9375rem; } .recipe summary { color: var(--quiet); }
.recipe .command pre.call { margin: 0; background: none; } .command var { color: #e8c07a; } .command button { flex: none; }
.contents { margin: 1rem 0; } .contents ul { gap: 0.15rem 1rem; } .contents a { display: inline-block; padding: 0.2rem 0; }
#effects code { display: inline-block; }
#effects .tags { gap: 0.25rem; } #effects .tags code { padding: 0 0.4rem; background: var(--sunk); border-radius: var(--small-radius); }
#effects dd > * + *, #effects details > * + ul { margin-top: 0.35rem; } #effects li + li { margin-top: 0.15rem; } #effects .tags li { margin: 0; } #effects summary { color: var(--accent); }
.compare { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 1rem 0 1.5rem; } .compare label { font-size: 0.875rem; color: var(--quiet); flex: 0 1 14rem; min-width: 0; }
.changes li { padding: 0.5rem 0; border-top: 1px solid var(--line); } .changes del, .changes ins { display: block; margin: 0.2rem 0; padding: 0.1rem 0.6rem; text-decoration: none; font-family: var(--mono); font-size: 0.875rem; overflow-wrap: anywhere; border-radius: var(--small-radius); }
.changes del { background: var(--destructive-wash); color: var(--destructive); } .changes ins { background: var(--wash); color: var(--accent); } .changes del::before { content: "\u2212 "; } .changes ins::before { content: "+ "; }
.names { columns: 14rem auto; margin: 0.5rem 0; padding: 0; list-style: none; } .names li { break-inside: avoid; padding: 0.1rem 0; }
.verified { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; padding: 0.75rem 1rem; border-radius: var(--radius); background: var(--wash); }
.verified strong { color: var(--accent); } .verified p { margin: 0; }
.tree { padding-left: 1rem; border-left: 1px solid var(--line); }
.tree details { padding: 0.3rem 0; } .tree summary code { font-weight: 600; }
.tree .options { margin: 0.35rem 0 0.35rem 1.1rem; }
.options dt { margin-top: 0.4rem; } .options dd { margin: 0; color: var(--quiet); }
@media (min-width: 48rem) { .options dl { display: grid; grid-template-columns: minmax(8rem, 18rem) minmax(0, 1fr); gap: 0.25rem 1.25rem; } .options dt { margin: 0; } }
.bars { width: 100%; border: 0; } .bars td, .bars th { border: 0; padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: middle; }
.bars th { color: var(--text); font-weight: 400; font-size: 0.9375rem; white-space: nowrap; width: 1%; } .bars td.n { text-align: right; width: 1%; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--quiet); }
@media (max-width: 40rem) { .bars td.n { white-space: normal; width: auto; } }
.bars svg { display: block; width: 100%; height: 0.75rem; } .bars rect { fill: var(--accent); } .bars rect.ground { fill: var(--sunk); } .bars rect.second { fill: var(--read); }
.numbers { display: grid; gap: 1px; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); background: var(--line); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; margin: 1.5rem 0; }
.numbers div { background: var(--raised); padding: 1rem 1.25rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; } .numbers dd { margin: 0; font: 700 1.75rem/1.2 var(--mono); letter-spacing: -0.04em; } .numbers dt { color: var(--quiet); font-size: 0.9375rem; }
.layers { width: 100%; height: auto; margin: 1.5rem 0; } .layers text { font-family: var(--sans); fill: var(--text); } .layers .box { fill: var(--raised); stroke: var(--line); } .layers .bar { fill: var(--accent); } .layers .quiet { fill: var(--quiet); } .layers .file { font-family: var(--mono); fill: var(--accent); } .layers path { stroke: var(--strong-line); fill: none; }
@media (max-width: 44rem) { .layers.flat { display: none; } } @media (min-width: 44.01rem) { .layers.tall { display: none; } }
`
