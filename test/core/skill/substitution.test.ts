import type { AppName } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { recipeJson } from '../../../packages/core/src/skill/call-json.ts'
import {
  findExecutedText,
  inDialect,
  withoutExecutedText,
} from '../../../packages/core/src/skill/templates/substitution.ts'

/** What Claude Code does to the body of a skill, after code.claude.com/docs/en/skills: commands, arguments, variables, files. */
function readByClaudeCode(
  body: string,
  args: readonly string[],
): { text: string; ran: string[]; attached: string[] } {
  const ran = [...body.matchAll(/!`([^`]+)`|^\s*```!\s*\n([\s\S]*?)```/gm)].map(
    ([, inline, block]) => inline ?? block ?? '',
  )
  const text = body
    .replace(/(\\?)\$ARGUMENTS\[(\d+)\]|(\\?)\$ARGUMENTS|(\\?)\$(\d+)/g, (found, ...groups) => {
      if (found.startsWith('\\')) return found.slice(1)
      const index = groups[1] ?? groups[4]
      return index === undefined ? args.join(' ') : (args[Number(index)] ?? found)
    })
    .replace(/\$\{CLAUDE_\w+\}/g, 'a value')
  // Wider than any version is known to be.
  const attached = [...body.matchAll(/(?:^|[^\p{L}\p{N}_.+\\/`-])@("[^"]+"|[^\s`]+)/gu)].map(
    ([, file = '']) => file,
  )
  return { text, ran, attached }
}

const args = [
  '$1',
  '$ARGUMENTS',
  '${CLAUDE_SESSION_ID}',
  '\\$0',
  '$ARGUMENTS[0]',
  'a @~/.ssh/id_rsa',
  '@x/y',
  '(@(x/y))',
  'see @é/ü and @[x] and @"a b" ，@文件',
  '!`id`',
]

describe('the copy for Claude Code', () => {
  it('keeps the arguments of a call unchanged', () => {
    const body = `Call it.\n\n\`${recipeJson('sd', { args })}\`\n`
    const { text, ran, attached } = readByClaudeCode(inDialect(body, 'claude-code'), ['one', 'two'])
    const call = /\{"name".*\}/.exec(text)?.[0] ?? ''
    expect(JSON.parse(call)).toEqual({ name: 'sd', args })
    expect([ran, attached]).toEqual([[], []])
  })

  it('keeps everything that a call reads, writes and pipes unchanged', () => {
    const nested = '{a: [1]} {"b": ["$2"]}]}'
    const shown = {
      program: 'sd',
      args: [nested, ...args],
      stdin: '$1 @x/y {',
      stdout_file: '@x/$0',
      pipe: [
        { name: 'jq' as AppName, args: ['$1 as $x | {$x}', '@tsv', nested] },
        { name: 'sd' as AppName, args },
      ],
    }
    const body = `Call it.\n\n\`${recipeJson('sd', shown)}\`, $1\n`
    const { text, ran, attached } = readByClaudeCode(inDialect(body, 'claude-code'), ['one', 'two'])
    expect(JSON.parse(/\{"name".*\}/.exec(text)?.[0] ?? '')).toEqual({ name: 'sd', ...shown })
    expect([ran, attached]).toEqual([[], []])
    expect(text).toContain(', $1\n')
  })

  it('keeps words outside calls unchanged, or escapes them in Markdown', () => {
    const body = 'Use `$1` and $ARGUMENTS, `awk {print $0}`, $HOME and @~/.ssh/id_rsa.'
    const { text, attached } = readByClaudeCode(inDialect(body, 'claude-code'), ['one', 'two'])
    expect(text).toBe('Use `$1` and $ARGUMENTS, `awk {print $0}`, $HOME and \\@~/.ssh/id_rsa.')
    expect(attached).toEqual([])
    expect(readByClaudeCode(inDialect('${CLAUDE_SKILL_DIR}', 'claude-code'), []).text).toBe(
      '$\\{CLAUDE_SKILL_DIR}',
    )
  })

  it('would be changed without the dialect', () => {
    const { text, attached } = readByClaudeCode('Use $1 on @file.', ['one', 'two'])
    expect([text, attached]).toEqual(['Use two on @file.', ['file.']])
  })
})

describe('mentions of files in the copy for Claude Code', () => {
  it.each([
    '@file',
    '@(x/y)',
    '@é/a',
    '@[x]',
    '@"a b"',
    '@~/.ssh/id_rsa',
    '@./x',
    '@文件',
    '(@x)',
    'see：@x',
    '"@x"',
    '@@x',
  ])('are removed from %j, in words, calls and front matter', (words) => {
    const front = `---\ndescription: '${words}, $ARGUMENTS'\nmetadata:\n  app: greet\n---\n`
    const text = inDialect(
      `${front}\nSay ${words}\n\n\`${recipeJson('sd', { args: [words] })}\`\n`,
      'claude-code',
    )
    const read = readByClaudeCode(text, ['one'])
    expect(read.attached).toEqual([])
    expect(JSON.parse(/\{"name".*\}/.exec(read.text)?.[0] ?? '')).toEqual({ name: 'sd', args: [words] })
    const { description } = parse(/^---\n([\s\S]*?)\n---\n/.exec(read.text)?.[1] ?? '')
    expect(description).toBe(`${words}, $ARGUMENTS`)
  })
  it.each(['me@example.org', 'prettier@3.6.2', '`@scope/package`'])(
    'do not exist in %j, which is unchanged',
    (words) => {
      expect(inDialect(`Use ${words}.`, 'claude-code')).toBe(`Use ${words}.`)
    },
  )
})

it('keeps each byte of every other copy', () => {
  const body = `\`${recipeJson('sd', { args })}\` and $1 @file`
  expect(inDialect(body, 'plain')).toBe(body)
})

describe('a command that an agent would run', () => {
  it.each(['Run !`id`', '!`id`', 'x!`id`', '```!\nid\n```', '!\u200b`id`'])(
    'is found in %j, and split',
    (text) => {
      expect(findExecutedText(text)).toBeDefined()
      expect(readByClaudeCode(withoutExecutedText(text.replace('\u200b', '')), []).ran).toEqual([])
    },
  )
  it.each(['Run `id`!', 'Careful! `id`', '```sh\nid\n```', '![image](x.png)'])(
    'is not found in %j',
    (text) => {
      expect(findExecutedText(text)).toBeUndefined()
      expect(withoutExecutedText(text)).toBe(text)
    },
  )
})
