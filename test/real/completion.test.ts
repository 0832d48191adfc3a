import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { runInShell } from '../support/shell-with-program.ts'

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

// Skipped where the shell is not installed; "apt-get install zsh fish" installs both.
it.skipIf(!isThere('zsh'))('zsh completes commands, options and app names with what they are', async () => {
  const asked = (...words: string[]): string =>
    `words=(cli-apps ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _cli_apps`
  const script = [
    'compdef() { print "compdef $*" }',
    'compadd() { print -l -- "${shown[@]}" }',
    '_files() { print "files $*" }',
    'source <(cli-apps completion zsh)',
    asked('uninst'),
    asked('install', '--method=np'),
    asked('install', 'prett'),
    asked('validate', ''),
  ].join('\n')
  const { lines, stderr } = await runInShell(await createMachine(), ['zsh', '-f', '-c', script])
  expect(stderr).toBe('')
  expect(lines).toEqual([
    'compdef _cli_apps cli-apps',
    expect.stringMatching(/^uninstall {2}-- Remove apps/),
    '--method=npm',
    expect.stringMatching(/^prettier {2}-- \S/),
    expect.stringMatching(/^files ?$/),
  ])
})

it.skipIf(!isThere('fish'))('fish completes commands, options and app names with what they are', async () => {
  const script = [
    'cli-apps completion fish | source',
    "complete -C 'cli-apps uninst'",
    "complete -C 'cli-apps install --method np'",
    "complete -C 'cli-apps install prett'",
  ].join('\n')
  const { lines, stderr } = await runInShell(await createMachine(), ['fish', '--no-config', '-c', script])
  expect(stderr).toBe('')
  expect(lines).toEqual([
    expect.stringMatching(/^uninstall\tRemove apps/),
    'npm',
    expect.stringMatching(/^prettier\t\S/),
  ])
})
