import { describe, expect, it } from 'vitest'
import { crawlHelp } from '../../packages/help/src/crawl/crawl-help.ts'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const aliasesOf = (section: string, [name = '', ...parents]: string[]): string[] =>
  parseHelp(`Lists them\n\nUsage:\n  tool list [flags]\n\n${section}\nFlags:\n  -a, --all  All\n`, {
    name,
    parents,
  }).aliases

describe('the other names that the screen of a command lists', () => {
  it.each([
    ['words, as of cobra', 'Aliases:\n  list, ls, l\n', ['list', 'tool'], ['ls', 'l']],
    ['one word', 'ALIASES\n  ls\n', ['list', 'tool'], ['ls']],
    ['calls, as of gh', 'ALIASES\n  tool pr ls\n', ['list', 'tool', 'pr'], ['ls']],
    ['a call of oclif at the root', 'ALIASES\n  $ tool build:submit\n', ['submit', 'tool'], ['build:submit']],
    ['a call of its topic', 'ALIASES\n  $ tool pr:ls\n', ['pr:list', 'tool', 'pr'], ['pr:ls']],
    ['its own call', 'ALIASES\n  $ tool list\n', ['list', 'tool'], []],
    ['a call elsewhere in the tree', 'ALIASES\n  $ tool all\n', ['list', 'tool', 'pr'], []],
    ['a sentence', 'ALIASES\n  See also the list of all aliases.\n', ['list', 'tool'], []],
  ])('%s', (_, section, path, aliases) => {
    expect(aliasesOf(section, path)).toEqual(aliases)
  })

  it('are kept beside those of its parent', async () => {
    const screens: Record<string, string> = {
      '--help': 'Usage:\n  tool [command]\n\nCommands:\n  list  Lists them  [aliases: all]\n',
      'list --help': 'Lists them\n\nUsage:\n  tool list\n\nAliases:\n  list, ls\n',
    }
    const tree = await crawlHelp(
      async (args) => ({
        stdout: screens[args.join(' ')] ?? '',
        stderr: '',
        exitCode: 0,
        timedOut: false,
        durationMs: 1,
      }),
      { name: 'tool' },
    )
    expect(tree.commands.map(({ name, aliases }) => [name, ...aliases])).toEqual([['list', 'all', 'ls']])
  })
})
