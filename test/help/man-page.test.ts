import { describe, expect, test } from 'vitest'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'
import { cpuTime } from '../support/cpu-time.ts'

/** Bold as `man` prints it through a pipe. */
const bold = (text: string): string => text.replace(/\S/g, '$&\b$&')

const page = `TOOL(1)                      Tool Manual                      TOOL(1)

${bold('NAME')}
       tool - tends a garden in all sea-
       sons

${bold('SYNOPSIS')}
       ${bold('tool')} [-v | --verbose] [--depth=<n>]
            <command> [<args>]

       Use ${bold('tool help')} for  more  than  this.

${bold('DESCRIPTION')}
       The  tool  tends  a garden.

${bold('OPTIONS')}
       -v, --verbose
           Says more, unlike --quiet.

       --depth=<n>
           How deep to dig.

${bold('COMMANDS')}
       The following commands are understood:

   ${bold('Plant commands')}
       sow SEED...
           Sows the  seed  into pre-
           pared soil. More of it here.

       tool-reap(1)
           Reaps.

       store, keep [--dry]
       [--cold] <crop>
           Stores it.

GARDEN GUIDES
       soil(7)
           What soil is.

ENVIRONMENT
       TOOL_DEPTH
           The depth.

EXAMPLES
       Sow all:

           $ tool sow wheat

2.1                              2024-01-01                      TOOL(1)
`

describe('manual pages', () => {
  const node = parseHelp(page, { name: 'tool' })

  test('the name line is the summary, and the synopsis the usage', () => {
    expect(node.summary).toBe('tends a garden in all seasons')
    expect(node.usage).toEqual(['tool [-v | --verbose] [--depth=<n>] <command> [<args>]'])
    expect(node.examples).toEqual(['tool sow wheat'])
  })

  test('tagged paragraphs are commands with aliases, arguments and group', () => {
    expect(
      node.commands.map(({ name, aliases, group, summary, arguments: slots }) => ({
        name: [name, ...aliases].join('|'),
        group,
        summary,
        slots: slots.map((slot) => slot.name).join(' '),
      })),
    ).toEqual([
      { name: 'sow', group: 'Plant commands', summary: 'Sows the seed into prepared soil.', slots: 'SEED' },
      { name: 'reap', group: 'Plant commands', summary: 'Reaps.', slots: '' },
      { name: 'store|keep', group: 'Plant commands', summary: 'Stores it.', slots: 'crop' },
    ])
  })

  test('options keep their text, and environment variables are not options', () => {
    expect(node.options.map(({ long, description }) => [long[0], description])).toEqual([
      ['--verbose', 'Says more, unlike --quiet.'],
      ['--depth', 'How deep to dig.'],
    ])
  })

  test('names after bullets are commands', () => {
    const text =
      'TOOL()                TOOL()\n\nNAME\n       tool -\n\nSYNOPSIS\n          tool bed <command> [<arg> ...]\n\nAVAILABLE COMMANDS\n       +\bo dig\n\n       +\bo fill\n\n                                      TOOL()\n'
    expect(parseHelp(text, { name: 'bed', parents: ['tool'] }).commands.map(({ name }) => name)).toEqual([
      'dig',
      'fill',
    ])
  })

  test('keys of an interactive program are not commands', () => {
    const text =
      'PAGER(1)         Manual         PAGER(1)\n\nNAME\n       pager - shows text\n\nSYNOPSIS\n       pager [-n] file ...\n\nCOMMANDS\n       h\n              Help.\n\n       space\n              Next.\n'
    expect(parseHelp(text, { name: 'pager' }).commands).toEqual([])
  })

  test('1 MB of a hostile page is parsed in under a second', () => {
    const head = 'A(1)  B  A(1)\n\nNAME\n       a - b\n\nSYNOPSIS\n       a <command>\n\nCOMMANDS\n'
    for (const unit of [
      '       x [<{(\n',
      '       x\n           y\n\n',
      'a(a(a(',
      '       o x\n\n',
      '   H\n       x\n',
    ])
      expect(
        cpuTime(() => parseHelp(head + unit.repeat(1_000_000 / unit.length), { name: 'a' })),
      ).toBeLessThan(1_000)
  })
})

/** A manual page of this synopsis and these sections, with its header. */
const pageWith = (synopsis: string, sections: string): string =>
  `TOOL(1)                      Tool Manual                      TOOL(1)\n\nNAME\n       tool - tends\n\nSYNOPSIS\n       ${synopsis}\n\n${sections}\n`

const listedIn = (synopsis: string, sections: string): string =>
  parseHelp(pageWith(synopsis, sections), { name: 'tool' })
    .commands.map(({ name, aliases }) => [name, ...aliases].join('|'))
    .join(' ')

describe('commands that only a manual page lists', () => {
  test.each([
    [
      'tmux, among prose, with an alias below the call',
      'tool [-v] [command [flags]]',
      'FIELDS\n     The tool has fields.\n\n     sow-field [-ab] [-t target]\n                   (alias: sow)\n             Sow a field.\n\n     close-shed\n             Close the shed.\n\n     even-rows\n             The rows are even.\n\n     list-fields [-F format]\n             All of them.',
      'sow-field|sow close-shed list-fields',
    ],
    [
      'task, calls with a placeholder before the command',
      'tool <filter> <command> [<mods>]',
      'COMMANDS\n       tool add <mods>\n              Adds one.\n\n       tool <filter> delete <mods>\n              Deletes them.',
      'add delete',
    ],
    [
      'mlr, names like a text and a section on each',
      'tool [flags] {verb} [options]',
      'VERB LIST\n       altkv bar bootstrap cat count-distinct count\n       cut decimate\n\nVERBS\n   altkv\n       Usage: tool altkv [options]\n       produces  x=1',
      'altkv bar bootstrap cat count-distinct count cut decimate',
    ],
    [
      'no sentence',
      'tool [flags] {verb} [options]',
      'VERB LIST\n       the verbs of this tool tend one garden and also others near it',
      '',
    ],
  ])('%s', (_what, synopsis, sections, expected) => {
    expect(listedIn(synopsis, sections)).toBe(expected)
  })

  test('have the options of their synopsis, letter by letter', () => {
    const { commands } = parseHelp(
      pageWith(
        'tool [command [flags]]',
        'FIELDS\n     sow-field [-ab] [-t target]\n                   (alias: sow)\n             Sow a field.',
      ),
      { name: 'tool' },
    )
    expect(commands[0]?.options.flatMap(({ short, value }) => [`${short} ${value?.name ?? ''}`])).toEqual([
      '-a ',
      '-b ',
      '-t target',
    ])
  })
})
