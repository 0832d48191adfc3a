import { writeFileAtomic } from '@cli-apps/core/node'
import { createRuntime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'

const description =
  'Writes reports about what the team did, when somebody asks for a summary of the week: 撰写周报，总结团队一周的工作。'

/** Measures reading, listing and indexing many skills of a workspace, and the prompt size of the index. */
export async function benchSkills(): Promise<void> {
  const rows = []
  for (const count of [10, 100, 500]) {
    await using workspace = await createFixtureWorkspace()
    for (let index = 0; index < count; index++)
      await writeSkill(`${workspace.skills}/skill-${index}/SKILL.md`, index)
    await using runtime = await createRuntime({
      workspace: workspace.root,
      audit: false,
      userSkills: false,
      trustWorkspace: true,
    })
    const first = await medianOf(1, () => runtime.skills.list())
    const warm = await medianOf(100, () => runtime.skills.list())
    const changed = await medianOf(20, async (round) => {
      await writeSkill(`${workspace.skills}/skill-7/SKILL.md`, round)
      return runtime.skills.list()
    })
    rows.push({
      skills: count,
      'first ms, reads all': first,
      'warm ms': warm,
      'after a change ms, with writing': changed,
      'index ms': await medianOf(20, () => runtime.skills.index()),
      'context of one @skill ms': await medianOf(100, () => runtime.context('use @skill-3')),
    })
  }
  console.table(rows)
}

const writeSkill = (file: string, index: number): Promise<void> =>
  writeFileAtomic(
    file,
    `---\nname: any\ndescription: ${description.replace(':', ' -')} ${index}\n---\n\n# How\n\nDo it.\n`,
  )

async function medianOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work(round)
    times.push(performance.now() - start)
  }
  return (times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN).toFixed(2)
}
