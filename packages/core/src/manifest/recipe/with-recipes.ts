import { isObject } from '../../is-object.ts'

/**
 * Converts a manifest of the early form, in which calls stood in `skill.quickstart` and tests in `smoke`, to recipes. Any
 * other value is returned unchanged. Nothing else knows the early form.
 */
export function withRecipes(value: unknown): unknown {
  if (!isObject(value) || Object.hasOwn(value, 'recipes')) return value
  const { skill, smoke } = value
  const calls = isObject(skill) && Array.isArray(skill.quickstart) ? skill.quickstart : undefined
  const tests = Array.isArray(smoke) ? smoke : undefined
  if (calls === undefined && tests === undefined) return value
  const recipes = toRecipes(calls ?? [], tests ?? [])
  const kept = calls !== undefined && isObject(skill) ? without(skill, ['quickstart']) : {}
  return {
    ...without(value, [...(calls === undefined ? [] : ['skill']), ...(tests === undefined ? [] : ['smoke'])]),
    ...(Object.keys(kept).length > 0 && { skill: kept }),
    ...(recipes.length > 0 && { recipes }),
  }
}

function without(value: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

/** A call that a test makes too becomes one recipe with its files and expectation. The items may be of any form. */
function toRecipes(calls: readonly unknown[], tests: readonly unknown[]): unknown[] {
  const taken = new Set<string>()
  const proofs = [...tests]
  const shown = calls.map((call, at) => {
    if (!isObject(call)) return call
    const { title, args, ...others } = call
    const proof = proofs.findIndex((test) => isSameCall(test, args))
    const { files, expect } = (proof < 0 ? {} : proofs.splice(proof, 1)[0]) as Record<string, unknown>
    return {
      id: idOf(title, `task-${at + 1}`, taken),
      task: title,
      call: { args },
      ...(files !== undefined && { files }),
      ...(expect !== undefined && { expect }),
      ...others,
    }
  })
  const unshown = proofs.map((test, at) => {
    if (!isObject(test)) return test
    const { args, stdin, files, expect, ...others } = test
    return {
      id: idOf('', `check-${at + 1}`, taken),
      call: { args, ...(stdin !== undefined && { stdin }) },
      ...(files !== undefined && { files }),
      expect,
      ...others,
    }
  })
  return [...shown, ...unshown]
}

/** A test with input stays apart: nobody wrote its input for readers. */
const isSameCall = (test: unknown, args: unknown): boolean =>
  isObject(test) && test.stdin === undefined && JSON.stringify(test.args) === JSON.stringify(args)

const maxLength = 60

function idOf(title: unknown, fallback: string, taken: Set<string>): string {
  const words = typeof title === 'string' ? slugOf(title) : ''
  const base = words === '' ? fallback : words
  let id = base
  for (let number = 2; taken.has(id); number++)
    id = `${base.slice(0, maxLength - 4).replace(/-$/, '')}-${number}`
  taken.add(id)
  return id
}

/** Whole words only, as far as they fit. */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  let slug = ''
  for (const word of words.filter((found) => found !== '')) {
    const longer = slug === '' ? word.slice(0, maxLength) : `${slug}-${word}`
    if (longer.length > maxLength) break
    slug = longer
  }
  return slug
}
