import { type CommandNode, CommandNode as Node } from '@cli-apps/core'
import { loadTemplates } from '@cli-apps/core/node'
import { renderSkill } from '@cli-apps/core/skill'
import { describe, expect, it } from 'vitest'
import { callEffect } from '../../../packages/core/src/call-effect/call-effect.ts'
import { buildManifest } from '../../support/fixture-workspace.ts'

/** Programs of three shapes: an option of a command, options of a program without commands, and a flag that writes. */
const programs: Record<string, { effects: object; tree: CommandNode }> = {
  'ast-grep': {
    effects: { read: ['scan'], write: [{ command: 'scan', options: ['-U', '--update-all'] }, 'new'] },
    tree: Node.parse({
      name: 'ast-grep',
      options: [{ short: ['-c'], long: ['--config'], value: { name: 'FILE' } }],
      commands: [
        { name: 'scan', options: [{ short: ['-U'], long: ['--update-all'] }, { short: ['-i'] }] },
        { name: 'new' },
      ],
    }),
  },
  rsync: {
    effects: {
      write: [{ operands: ['<path>', '*:*'] }],
      destructive: [{ options: ['--delete', '--remove-source-files'] }],
    },
    tree: Node.parse({
      name: 'rsync',
      options: [
        { short: ['-a'], long: ['--archive'] },
        { long: ['--delete'] },
        { long: ['--remove-source-files'] },
      ],
    }),
  },
  prettier: {
    effects: { read: [{ operands: ['<path>'] }], write: [{ options: ['-w', '--write'] }] },
    tree: Node.parse({
      name: 'prettier',
      options: [{ short: ['-w'], long: ['--write'] }, { long: ['--check'] }],
    }),
  },
}

const manifestOf = (name: string) => buildManifest(name, { run: { effects: programs[name]?.effects } })

describe('the runtime judges a call as the skill says', () => {
  it.each([
    ['ast-grep', 'scan', 'read'],
    ['ast-grep', 'scan -U', 'write'],
    ['ast-grep', 'scan src -iU', 'write'],
    ['ast-grep', '-c rules.yml scan --update-all src', 'write'],
    ['ast-grep', 'new', 'write'],
    ['rsync', '-a from/ host:to/', 'write'],
    ['rsync', '-a --delete from/ to/', 'destructive'],
    ['rsync', '-a from/ to/ --remove-source-files', 'destructive'],
    ['prettier', './a.ts', 'read'],
    ['prettier', '--check ./a.ts', 'read'],
    ['prettier', '--write ./a.ts', 'write'],
    ['prettier', '-w ./a.ts', 'write'],
  ])('%s %s: %s', (name, line, effect) => {
    expect(callEffect(manifestOf(name), programs[name]?.tree, line.split(' '))).toBe(effect)
  })

  it.each([
    ['ast-grep', 'Changes files or data: `scan -U|--update-all`, `new`\n- Only reads: `scan`'],
    [
      'rsync',
      'lets others in: `--delete|--remove-source-files`\n- Changes files or data: `rsync <path>|*:*`',
    ],
    ['prettier', 'Changes files or data: `-w|--write`\n- Only reads: `prettier <path>`'],
  ])('the skill of %s lists the same', async (name, lines) => {
    const { files } = renderSkill({
      manifest: manifestOf(name),
      commands: programs[name]?.tree,
      installed: {},
      templates: await loadTemplates(),
      language: 'en',
      generator: { version: '1.0.0' },
    })
    expect(files['SKILL.md']).toContain(lines)
  })
})
