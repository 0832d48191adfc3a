import { describe, expect, it } from 'vitest'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

const people = `console.log(JSON.stringify({ people: [
  { name: 'Ann', age: 41, note: 'x'.repeat(50_000) }, { name: 'Bo', age: 7, note: 'y'.repeat(50_000) }] }))`

describe('query', () => {
  it('gives only what it selects of JSON that would not fit', async () => {
    const result = await harness.runScript(people, { query: 'people[?age > `18`].name' })
    expect(result).toMatchObject({ ok: true, json: ['Ann'], stdout: '', truncated: false })
    expect(JSON.stringify(result).length).toBeLessThan(500)
  })

  it('keeps the whole output, to be asked again without a second run', async () => {
    const first = await harness.runScript(people, { query: 'length(people)' })
    expect(first).toMatchObject({ ok: true, json: 2, log: expect.any(String) })
    const again = await harness.runtime.tools.execute({
      name: 'read_cli_output',
      arguments: { run_id: (first as { run_id?: unknown }).run_id, query: 'people[].age' },
    })
    expect(again).toMatchObject({ ok: true, json: [41, 7] })
  })

  it('takes one JSON value on each line as a list', async () => {
    const script = 'console.log(JSON.stringify({ a: 1 })); console.log(JSON.stringify({ a: 2 }))'
    expect(await harness.runScript(script, { query: '[].a' })).toMatchObject({ ok: true, json: [1, 2] })
  })

  it('is refused before anything runs when it is no JMESPath', async () => {
    expect(await harness.runScript(people, { query: 'people[?' })).toMatchObject({
      ok: false,
      error: { code: 'run.bad-query' },
    })
  })

  it.each([
    ['grows without end', `${'[@, @] | '.repeat(60)}@`],
    ['fills the memory', `${'[@, @][] | '.repeat(60)}@`],
  ])('that %s is ended, and the output is given all the same', async (_, query) => {
    expect(await harness.runScript('console.log("[1]")', { query })).toMatchObject({
      ok: true,
      json: [1],
      hint: expect.stringContaining('too much time or memory'),
    })
  })

  it('of text that is no JSON says so', async () => {
    expect(await harness.runScript('console.log("plain")', { query: 'a' })).toMatchObject({
      ok: true,
      stdout: 'plain\n',
      hint: expect.stringContaining('not JSON'),
    })
  })

  it('of a selection that does not fit is cut, and what is left out counted', async () => {
    const result = await harness.runScript(people, { query: 'people[].note' })
    expect(result).toMatchObject({
      ok: true,
      truncated: true,
      hint: expect.stringContaining('read_cli_output'),
    })
    expect((result as { stdout?: unknown }).stdout).toMatch(/… \d+ characters left out …/)
  })

  it('is no way to a prototype', async () => {
    for (const query of ['constructor', '__proto__', 'people[0].constructor.constructor'])
      expect(await harness.runScript(people, { query })).toMatchObject({ ok: true, json: null })
  })
})
