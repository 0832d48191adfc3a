import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createMachine } from '../../support/cli.ts'
import { runInShell } from '../../support/shell-with-program.ts'

/** Asks bash for completions as readline does: the words of the line, and which is being typed. */
const asked = (...words: string[]): string => {
  const quoted = ['cli-apps', ...words].map((word) => `'${word}'`)
  return [
    `COMP_WORDS=(${quoted.join(' ')}); COMP_CWORD=${words.length}`,
    `_cli_apps cli-apps '${words.at(-1)}' '${words.at(-2) ?? 'cli-apps'}'`,
    `printf '%s\\n' "\${COMPREPLY[*]}"`,
  ].join('\n')
}

it.skipIf(process.platform === 'win32')(
  'bash completes commands, options, values, files and app names',
  async () => {
    const machine = await createMachine()
    await mkdir(path.join(machine.workspace, 'my folder'))
    await writeFile(path.join(machine.workspace, 'my app.json'), '')
    const script = [
      'source <(cli-apps completion bash)',
      'complete -p cli-apps',
      asked('uninst'),
      asked('install', '--meth'),
      asked('install', '--method', '=', 'np'),
      asked('install', 'prett'),
      asked('validate', 'my'),
      asked('list', '--workspace', 'my'),
      asked('$(touch evil)', ''),
      asked('install', 'no-such-app-at-all'),
    ].join('\n')
    const { lines, stderr } = await runInShell(machine, ['bash', '--norc', '--noprofile', '-c', script])
    expect(stderr).toBe('')
    expect(lines).toEqual([
      'complete -F _cli_apps cli-apps',
      'uninstall',
      '--method',
      'npm',
      'prettier',
      expect.stringMatching(/^(my folder my app.json|my app.json my folder)$/),
      'my folder',
    ])
  },
)
