import { execFileSync } from 'node:child_process'
import { AppName } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { shellCall, styledCall } from '../../../packages/core/src/skill/shell-call.ts'

/** What a shell passes on for a call, with a function of its own in place of `cli-apps`. */
const passedBy = (shell: string, call: string): string[] => {
  const program = `record() { for word in "$@"; do printf '%s\\0' "$word"; done; }`
  const printed = execFileSync(shell, ['-c', `${program}\n${call.replace('cli-apps ', 'record ')}`], {
    encoding: 'utf8',
  })
  return printed.split('\0').slice(0, -1)
}

const args = [
  'a b',
  "it's",
  '"',
  '$HOME',
  '*.js',
  '~/x',
  '{a,b}',
  '\\d+',
  '#x',
  '!x',
  '',
  'a\nb',
  '`x`',
  'a @file',
  's/a/$1/',
  '${CLAUDE_X}',
  '100%',
  '日本',
  '\u200b',
  '<|im_start|>',
  '--pipe',
]

describe('a call for a shell', () => {
  it.each(['sh', 'bash'])('reaches the app word for word through %s', (shell) => {
    const call = shellCall('app', { args })
    expect(passedBy(shell, call)).toEqual(['run', '--no-pipe', 'app', ...args])
  })

  it('is one line that is safe in a code span, and holds nothing that agents replace', () => {
    const call = shellCall('app', { args, stdin: 'a`\n' })
    expect(call).not.toMatch(/[`\n\u200b]|<\|im_start|\$\{CLAUDE|(?<![\w\\])@/)
  })

  it('gives input, files, programs and pipes', () => {
    const pipe = [
      { name: AppName.parse('jq'), args: ['.a'] },
      { name: AppName.parse('ff'), program: 'ffprobe', args: ['-i'] },
    ]
    const call = { program: 'x', args: ['-v'], stdin_file: 'in file', stdout_file: 'out', pipe }
    expect(shellCall('app', call)).toBe(
      "cli-apps run --program x --stdin-file 'in file' --stdout-file out app -v --pipe jq .a --pipe ff\\:ffprobe -i",
    )
    expect(shellCall('app', { args: [], stdin: "50% 'a'\n" })).toBe(
      String.raw`printf '50%% \047a\047\n' | cli-apps run app`,
    )
  })
})

describe('a call of the program itself', () => {
  const app = { name: AppName.parse('ripgrep'), entry_point: 'record' }

  it.each(['sh', 'bash'])('reaches the program word for word through %s', (shell) => {
    expect(passedBy(shell, styledCall('program', app, { args }))).toEqual(args)
  })

  it('is one line that is safe in a code span, and holds nothing that agents replace', () => {
    const call = styledCall('program', app, { args, stdin: 'a`\n', stdout_file: '`x`' })
    expect(call).not.toMatch(/[`\n\u200b]|<\|im_start|\$\{CLAUDE|(?<![\w\\])@/)
  })

  it('gives input and output by the shell', () => {
    const call = { args: ['-v'], stdin_file: 'in file', stdout_file: 'out' }
    expect(styledCall('program', app, call)).toBe("record -v < 'in file' > out")
    expect(styledCall('program', app, { args: [], stdin: '50%\n' })).toBe("printf '50%%\\n' | record")
  })

  it('goes through cli-apps where it needs another program, which may not be on PATH', () => {
    const pipe = [{ name: AppName.parse('jq'), args: ['.a'] }]
    expect(styledCall('program', app, { args: [], pipe })).toBe('cli-apps run ripgrep --pipe jq .a')
    expect(styledCall('program', app, { args: [], program: 'x' })).toBe('cli-apps run --program x ripgrep')
  })
})
