/**
 * The only script: it copies commands, shows results while one types, and applies filters when they change. Pages work
 * without it. A string, because it runs in browsers and nothing of it is shared with the server.
 */
export const siteScript = `'use strict'
addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard
})
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const before = button.dataset.name ?? button.textContent
  button.dataset.name = before
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = button.dataset.done
  button.classList.add('done')
  setTimeout(() => {
    button.textContent = before
    button.classList.remove('done')
  }, 1500)
})

let asking
/** Replaces the results of this page by those of another address. */
async function show(url) {
  asking?.abort()
  asking = new AbortController()
  const results = document.getElementById('results')
  results.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: asking.signal })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const found = page.getElementById('results')
    if (!found) return
    // Links of a page are relative to its address.
    const base = new URL(url, location.href)
    for (const link of found.querySelectorAll('[href]')) link.href = new URL(link.getAttribute('href'), base)
    results.replaceChildren(...found.childNodes)
    results.hidden = false
  } catch (error) {
    if (error.name !== 'AbortError') throw error
  } finally {
    results.removeAttribute('aria-busy')
  }
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
    if (isList) history.replaceState(null, '', url)
  }, event.target.type === 'search' ? 160 : 0)
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, select, textarea')) return
  event.preventDefault()
  document.querySelector('input[type=search]')?.focus()
})
`
