import { describe, expect, test } from 'vitest'
import type { CommandNode } from '../../packages/help/src/command-tree.ts'
import type { HelpRun } from '../../packages/help/src/crawl/ask-for-help.ts'
import { crawlHelp } from '../../packages/help/src/crawl/crawl-help.ts'

/** Crawls a program that prints these screens, with these manual pages; `asked` names the pages it looked up. */
async function crawl(
  screens: Record<string, string>,
  pages: Record<string, string>,
): Promise<{ tree: CommandNode; asked: string[] }> {
  const asked: string[] = []
  const tree = await crawlHelp(
    async (args): Promise<HelpRun> => ({
      stdout: screens[args.join(' ')] ?? '',
      stderr: '',
      exitCode: 0,
      timedOut: false,
    }),
    {
      name: 'tool',
      readManual: async (page) => {
        asked.push(page)
        return pages[page]
      },
    },
  )
  return { tree, asked }
}

const page = (options: string): string =>
  `TOOL(1)   Manual   TOOL(1)\n\nNAME\n       tool - do it\n\nSYNOPSIS\n       tool [options] FILE\n\nOPTIONS\n${options}`
const brief = ({ options }: CommandNode): string[] =>
  options.map(({ short, long, value }) =>
    [...short, ...long, ...(value ? [`<${value.name}>`] : [])].join(' '),
  )

describe('a help screen and its manual page', () => {
  test('are joined: a switch of the help that the page writes with its default stays one', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  --overwrite   Replace the file\n' },
      { tool: page('       --overwrite[=false]\n           Replace the file\n') },
    )
    expect(brief(tree)).toEqual(['--overwrite'])
  })

  test('are joined: what a page says of another program, which uses a letter again, is left out', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  -s, --strict   Be strict\n  -v, --version  Print it\n' },
      {
        tool: page(
          '       -s, --strict\n           Be strict.\n\n       -t, --terse\n           Print less.\n\n       -s, --source SOURCE\n           Where rates come from.\n\n       -k, --key KEY\n           The key for it.\n\n       -v, --version\n           Print it.\n',
        ),
      },
    )
    expect(brief(tree)).toEqual(['-s --strict', '-v --version', '-t --terse'])
  })

  test('are joined: of dig, a query option has only the value that the page shows', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] NAME\n\n  -4   Use IPv4\n' },
      {
        tool: page(
          '       +tls, +notls\n           Use TLS. The port number defaults to 853.\n\n       +tries=T\n           Try this often. The default is 3.\n',
        ),
      },
    )
    const query = tree.options.filter(({ long }) => long[0]?.startsWith('+'))
    expect(query.map(({ long, value, default: usual }) => [long[0], value?.name, usual])).toEqual([
      ['+tls', undefined, null],
      ['+notls', undefined, null],
      ['+tries', 'T', '3'],
    ])
  })

  test('are joined without a name of the page that its value touches, or that is a range', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  --skew    Allow this much\n  --all     All of them\n' },
      {
        tool: page(
          '       --skewsecond seconds\n           Allow this much\n\n       -0..-8, --level-0..--level-8\n           Levels\n\n       --all  All of them\n\n       --allow NAME\n           Allow this name\n',
        ),
      },
    )
    expect(brief(tree)).toEqual(['--skew', '--all', '--allow <NAME>'])
  })

  test('are joined: prose of the page makes no value of a flag of the help', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  --gain   Calculate the gain\n' },
      { tool: page('       --gain\n              Calculate it; rates must be one of 8, 16 or 32.\n') },
    )
    expect(tree.options.map(({ value, choices }) => [value, choices])).toEqual([[null, []]])
    const shown = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  -d, --dest   Destination\n' },
      { tool: page('       -d, --dest value\n              Where to send it.\n') },
    )
    expect(brief(shown.tree)).toEqual(['-d --dest <value>'])
  })

  test('are joined: values, long names and options that the help leaves out', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n  -d, --dest   Destination\n  -j N         Run N jobs\n' },
      {
        tool: page(
          '       -d, --dest NAME\n              Where to send it, or else to the folder of the environment variable DEST_DIR.\n\n       -j, --jobs=N\n              Jobs at once. The default is using all.\n\n       --dry-run\n              Only tell.\n',
        ),
      },
    )
    expect(brief(tree)).toEqual(['-d --dest <NAME>', '-j --jobs <N>', '--dry-run'])
    expect(tree.options.map(({ default: written }) => written)).toEqual([null, null, null])
    expect(tree.options[0]?.env).toBeNull()
  })

  test('names that the page explains together stay options of their own', async () => {
    const { tree } = await crawl(
      { '--help': 'Usage: tool [options] FILE\n\n      --left-only   Only the left\n' },
      { tool: page('       --left-only, --right-only\n              Only the respective side.\n') },
    )
    expect(brief(tree)).toEqual(['--left-only', '--right-only'])
  })

  test('a program with commands gets no option from the page that its help does not list', async () => {
    const { tree } = await crawl(
      {
        '--help':
          'Usage: tool <command>\n\nCommands:\n  add   Add one\n  drop  Drop one\n\nOptions:\n  -q, --quiet  Be quiet\n',
      },
      {
        tool: page(
          '       -q, --quiet LEVEL\n              Be quiet.\n\n       --editable\n              Of one command.\n',
        ),
      },
    )
    expect(brief(tree)).toEqual(['-q --quiet <LEVEL>'])
  })

  test('a command with a short screen gets the page of its own', async () => {
    const { tree, asked } = await crawl(
      {
        '--help': 'Usage: tool <command>\n\nCommands:\n  log   Show the log\n  drop  Drop one\n',
        'log --help': 'Usage: tool log [options]\n\nOptions:\n  --source  Show the source\n',
      },
      { tool: page(''), 'tool-log': page('       --oneline\n              One line each.\n') },
    )
    expect(tree.commands[0] && brief(tree.commands[0])).toEqual(['--source', '--oneline'])
    expect(asked).toEqual(['tool', 'tool-log', 'tool-drop'])
  })

  test('commands of the page count only where both agree on most', async () => {
    const commands = (...names: string[]): string =>
      `${page('')}\nCOMMANDS\n${names.map((name) => `       ${name}\n              Does it.\n`).join('\n')}`
    const screens = { '--help': 'Usage: tool <command>\n\nCommands:\n  add   Add one\n  drop  Drop one\n' }
    const { tree } = await crawl(screens, {
      tool: commands('add', 'drop', 'list').replace('[options] FILE', 'COMMAND'),
    })
    expect(tree.commands.map(({ name }) => name)).toEqual(['add', 'drop', 'list'])
    const { tree: other } = await crawl(screens, {
      tool: commands('one', 'two').replace('[options] FILE', 'COMMAND'),
    })
    expect(other.commands.map(({ name }) => name)).toEqual(['add', 'drop'])
  })
})

test('a tree that ends empty says so', async () => {
  const { tree } = await crawl({ '--help': 'Usage: tool\n' }, {})
  expect(tree.warnings).toEqual(['No command, option or argument was found in its help.'])
})
