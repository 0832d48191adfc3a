/** Copies commands, shows results while one types, and applies filters when they change. */
const common = `
addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard
})
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const { copy, done } = button.dataset
  button.dataset.name ??= button.textContent
  button.dataset.label ??= button.ariaLabel
  await navigator.clipboard.writeText(copy)
  button.textContent = button.ariaLabel = done
  button.classList.add('done')
  setTimeout(() => {
    button.textContent = button.dataset.name
    button.ariaLabel = button.dataset.label
    button.classList.remove('done')
  }, 1500)
})

let asking
/** Replaces the results of this page by those of another address. */
async function show(url) {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  const results = document.getElementById('results')
  results.setAttribute('aria-busy', 'true')
  try {
    const found = await resultsOf(url, signal)
    if (!found || signal.aborted) return
    results.replaceChildren(...found)
    results.hidden = false
    nameResults(results.querySelector('h1'))
  } catch (error) {
    if (error.name === 'AbortError') return
    if (results.dataset.failed) results.textContent = results.dataset.failed
    throw error
  } finally {
    if (!signal.aborted) results.removeAttribute('aria-busy')
  }
}

/** A list takes its title from the heading of its results, which is not the first heading of another page. */
function nameResults(heading) {
  if (!heading) return
  const { textContent } = heading
  if (!document.querySelector('form[data-live=list]'))
    heading.replaceWith(Object.assign(document.createElement('h2'), { textContent }))
  else document.title = textContent + ' · ' + document.title.split(' · ').at(-1)
}

/** The address of a form without its empty fields. */
function addressOf(form) {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) if (value !== '') url.searchParams.set(name, value)
  return url
}

let waiting
document.addEventListener('input', (event) => {
  const form = event.target.closest('form[data-live]')
  if (!form || !document.getElementById('results')) return
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    const url = addressOf(form)
    const isList = form.dataset.live === 'list'
    if (!isList && !url.searchParams.has('q')) {
      document.getElementById('results').replaceChildren()
      return
    }
    show(url)
    // Links of this page are relative to its path.
    if (isList && url.pathname === location.pathname) history.replaceState(null, '', url)
  }, event.target.type === 'search' ? 160 : 0)
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, select, textarea')) return
  event.preventDefault()
  document.querySelector('input[type=search]')?.focus()
})
`

/** A server renders the results. */
const servedResults = `
async function resultsOf(url, signal) {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const found = page.getElementById('results')
  if (!found) return undefined
  // Links of a page are relative to its address.
  const base = new URL(url, location.href)
  for (const link of found.querySelectorAll('[href]')) link.href = new URL(link.getAttribute('href'), base)
  return found.childNodes
}
`

/** The browser searches the files of a static site, also for the query that the page was opened with. */
const foundResults = `
const root = new URL('..', document.currentScript.src).href
let search
async function resultsOf(url) {
  search ??= import(new URL('search/search.js', root))
  search.catch(() => { search = undefined })
  const { find } = await search
  const { lang: language } = document.documentElement
  const { userAgent: agent } = navigator
  const html = await find({ url: String(url), root, page: location.href, language, agent })
  return new DOMParser().parseFromString(html, 'text/html').body.childNodes
}
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('form[data-live=list]')
  if (!form || location.search === '') return
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name] ?? hiddenField(form, name)
    if (field.type === 'checkbox') field.checked = field.value === value
    else field.value = value
  }
  show(location.href)
})
function hiddenField(form, name) {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name })
  if (name === 'tag') form.append(field)
  return field
}
`

/**
 * The only script. Pages work without it. A string, because it runs in browsers and nothing of it is shared with the server.
 */
export const siteScript = small(`'use strict'${common}${servedResults}`)

/** The only script of a static site, which loads the search when somebody uses it. */
export const staticSiteScript = small(`'use strict'${common}${foundResults}`)

/** Without what only people need: comments and indentation. */
function small(script: string): string {
  return script.replace(/^\s*(?:\/\*\*.*\*\/\n|\/\/.*\n)?\s*/gm, '')
}
