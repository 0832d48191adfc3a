import { expect, it } from 'vitest'
import { shownOutput } from '../../../../scripts/catalog/recipes/shown-output.ts'

const machine = { places: ['/home/ann/store', '/tmp/'], now: new Date('2026-11-04T10:00:00Z') }
const shown = (first: string, second = first): string | undefined =>
  shownOutput({ stdout: first }, { stdout: second }, machine)

it('shows what two runs printed alike, without blank ends', () => {
  expect(shown('\n  a  \n\nb\n\n')).toBe('  a\n\nb')
})

it.each([
  ['two runs print different text', ['took 3 ms', 'took 4 ms']],
  ['nothing is printed', ['\n']],
  ['a folder of the machine is in it', ['wrote /home/ann/store/x']],
  ['the day is in it', ['built on 2026-11-04']],
  ['front matter is in it', ['---\nname: greet\n---\nGreets people']],
  ['the day is in it in words', ['Nov  4 09:58 a.txt']],
])('shows nothing where %s', (_, [first = '', second = first]) => {
  expect(shown(first, second)).toBeUndefined()
})

it('cuts long output after a line, and says how much is missing', () => {
  const text = shown(Array.from({ length: 100 }, (_, at) => `line ${at} of many`).join('\n')) ?? ''
  const lines = text.split('\n')
  expect(text.length).toBeLessThan(630)
  expect(lines.at(-1)).toBe(`… ${100 - (lines.length - 1)} more lines`)
  expect(shown('x'.repeat(1000))).toBe(`${'x'.repeat(600)}\n… 400 more characters`)
})
