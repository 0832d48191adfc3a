import { expect, test } from 'vitest'
import { CommandNode, calledCommands } from '../../packages/help/src/command-tree.ts'

const tree = CommandNode.parse({
  name: 'tool',
  commands: [
    { name: 'list', aliases: ['ls'] },
    {
      name: 'build',
      commands: [
        { name: 'build:list' },
        { name: 'build:version', commands: [{ name: 'build:version:get' }] },
        { name: 'run' },
      ],
    },
  ],
})

test.each([
  ['list', ['list']],
  ['ls', ['list']],
  ['build', ['build']],
  ['build:list', ['build', 'build:list']],
  ['build:version:get', ['build', 'build:version', 'build:version:get']],
  ['build:run', []],
  ['build:', []],
  ['run', []],
])('%s calls %j', (word, names) => {
  expect(calledCommands(tree, word).map(({ name }) => name)).toEqual(names)
})
