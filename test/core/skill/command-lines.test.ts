import { describe, expect, test } from 'vitest'
import { optionLine } from '../../../packages/core/src/skill/command-lines.ts'
import { ownBlocks } from '../../../packages/core/src/skill/reference-blocks.ts'
import { type CommandOption, emptyCommand } from '../../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { templates } from './templates.ts'

const { words } = templates

const optionOf = (row: string): CommandOption => {
  const [option] = parseHelp(`Options:\n  ${row}\n`, { name: 'tool' }).options
  if (option === undefined) throw new Error(`no option was read of ${row}`)
  return option
}

const lineOf = (row: string, namesAllChoices = false): string =>
  optionLine(optionOf(row), { words, maxText: 400, namesAllChoices })

describe('an option as a line', () => {
  test.each([
    ['--color <when>  Colour it', '- `--color <when>`: Colour it'],
    ['--color [when]  Colour it', '- `--color [when]`: Colour it'],
    ['--color[=WHEN]  Colour it', '- `--color[=<WHEN>]`: Colour it'],
    ['--color=WHEN  Colour it', '- `--color=<WHEN>`: Colour it'],
    ['-lf<logfile>  Log to it', '- `-lf<logfile>`: Log to it'],
    ['-ly[facility]  Log there', '- `-ly[<facility>]`: Log there'],
    ['--overwrite=false  Replace it', '- `--overwrite`: Replace it'],
    ['--validate=true  Check it', '- `--validate[=<true|false>]`: Check it (default `true`)'],
    ['--input <file...>  Read them', '- `--input <file...>`: Read them'],
  ])('%s shows where its value may be and whether it is required', (row, line) => {
    expect(lineOf(row)).toBe(line)
  })

  test.each([
    ['--depth <n>  Levels to go (default: 3)', '- `--depth <n>`: Levels to go (default `3`)'],
    [
      '--reporters [r]  What to tell by (default: ["cli"])',
      '- `--reporters [r]`: What to tell by (default `["cli"]`)',
    ],
    ['--skip <x>  Leave it out (default: [])', '- `--skip <x>`: Leave it out (may be repeated)'],
  ])('%s shows its default once, unless it is empty', (row, line) => {
    expect(lineOf(row)).toBe(line)
  })

  test.each([
    ['--[no-]color  Colour it', '- `--color`: Colour it (off with `--no-color`)'],
    ['-[no]header  turn headers on or off', '- `-header`: turn headers on or off (off with `-noheader`)'],
  ])('%s shows the name that turns it off', (row, line) => {
    expect(lineOf(row)).toBe(line)
  })

  test('words with brackets are unchanged', () => {
    expect(lineOf('--repo <r>  Take another, as [HOST/]OWNER/REPO')).toBe(
      '- `--repo <r>`: Take another, as `[HOST/]OWNER/REPO`',
    )
  })

  test('a reference lists every choice of a value, and a list of important ones begins with them', () => {
    const choices = Array.from({ length: 30 }, (_, at) => `kind${at}`)
    const row = `--kind <kind>  What it is (choices: ${choices.map((choice) => `"${choice}"`).join(', ')})`
    expect(optionOf(row).choices).toEqual(choices)
    const option = { ...optionOf(row), description: 'What it is' }
    const few = optionLine(option, { words, maxText: 400 })
    expect(few).toContain('`kind11` and 18 more')
    const all = optionLine(option, { words, maxText: 400, namesAllChoices: true })
    for (const choice of choices) expect(all).toContain(`\`${choice}\``)
  })
})

test('options without a group precede those with one, and groups are together', () => {
  const named = (name: string, group: string | null): CommandOption => ({
    ...optionOf(`--${name}  It`),
    group,
  })
  const node = {
    ...emptyCommand('tool'),
    options: [named('one', 'Chunks'), named('two', null), named('three', 'Logs'), named('four', 'Chunks')],
  }
  const [block] = ownBlocks(node, { program: 'tool', words, maxTokens: 4000 }, { path: [], above: [] })
  expect(block?.text).toBe(
    '- `--two`: It\n\nChunks:\n\n- `--one`: It\n- `--four`: It\n\nLogs:\n\n- `--three`: It',
  )
})
