import { expect, it } from 'vitest'
import { readSkillTree } from '../../../services/installer/src/skill/read-skill-tree.ts'
import { createFixtureWorkspace, writeSignedRecord } from '../../support/fixture-workspace.ts'

const treeWith = (command: string) => ({ name: 'greet', commands: [{ name: command }] })

it('a skill documents what the program reported at install, or else what its manifest was published with', async () => {
  await using fixture = await createFixtureWorkspace()
  const [own, silent] = [
    await fixture.install('own', { tree: treeWith('found') }),
    await fixture.install('silent'),
  ]
  for (const record of [own, silent])
    await writeSignedRecord(fixture, {
      ...record,
      manifest: { ...record.manifest, commands: treeWith('published') },
    })
  const named = async (record: typeof own): Promise<string[] | undefined> =>
    (await readSkillTree(fixture, record))?.commands.map(({ name }) => name)
  expect(await named(own)).toEqual(['found'])
  expect(await named(silent)).toEqual(['published'])
  await writeSignedRecord(fixture, silent)
  expect(await named(silent)).toBeUndefined()
})
