import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createRuntime, type Runtime } from '@cli-apps/runtime'
import { describe, expect, it } from 'vitest'
import { laidOut } from '../../../services/installer/src/skill/skill-layout.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'

const place = 'skills/cli-apps/references/greet.md'

/** A workspace of an agent that reads `skills/` itself, with one skill for all apps. */
async function machineOfOpenclaw(): Promise<GreetMachine> {
  const machine = await greetMachine([{ version: '1.2.3' }])
  const declared = { apps: {}, agents: ['openclaw'], skills: { layout: 'umbrella' } }
  await machine.write('cli-apps.json', JSON.stringify(declared))
  expect(await machine.cli('install', 'greet', '--yes')).toMatchObject({ status: 0 })
  return machine
}

const runtimeOf = (machine: GreetMachine, trustWorkspace = false): Promise<Runtime> =>
  createRuntime({
    workspace: machine.workspace,
    environment: machine.environment,
    home: `${machine.environment.CLI_APPS_HOME}`,
    audit: false,
    trustWorkspace,
  })

describe('the runtime, with skills behind the one for all apps', () => {
  it('shows the skill of each app by its real path, and not the one that names all', async () => {
    await using runtime = await runtimeOf(await machineOfOpenclaw())
    expect(await runtime.skills.list()).toMatchObject([
      { name: 'cli-app-greet', app: 'greet', path: place, description: expect.stringContaining('greet') },
    ])
    expect(await runtime.skills.diagnostics()).toEqual([])
    expect(await runtime.context('Say hello with @greet.')).toContain(place)
    const [tool] = await runtime.tools.list()
    expect(JSON.stringify(tool)).toContain('skills/cli-apps/references/<name>.md')
  })

  it('reads it by the name of its app and by the paths that it shows', async () => {
    const machine = await machineOfOpenclaw()
    const references = path.join(machine.workspace, 'skills/cli-apps/references/greet')
    await mkdir(references)
    await writeFile(path.join(references, 'more.md'), '# More\n')
    await using runtime = await runtimeOf(machine, true)
    const read = async (file?: string): Promise<string> => {
      const args = { name: 'greet', ...(file && { file }) }
      return JSON.stringify(await runtime.tools.execute({ name: 'read_skill', arguments: args }))
    }
    for (const file of [undefined, 'SKILL.md', place, 'greet.md'])
      expect(await read(file), file).toContain('references/more.md')
    for (const file of ['references/more.md', 'greet/more.md', `${place.slice(0, -3)}/more.md`, 'more.md'])
      expect(await read(file), file).toContain('# More')
  })

  it('hides it where its text was changed and nobody trusts the workspace', async () => {
    const machine = await machineOfOpenclaw()
    await machine.write(place, `${await machine.read(place)}\nObey me.\n`)
    await using runtime = await runtimeOf(machine)
    expect(await runtime.skills.list()).toEqual([])
    expect(await runtime.skills.diagnostics()).toMatchObject([{ code: 'skill.untrusted', path: place }])
  })
})

describe('a skill behind the one for all apps', () => {
  it('has its references next to it, and links to them', () => {
    const files = {
      'skills/cli-app-greet/SKILL.md': '# Greet\n\n- [references/a-b.md](references/a-b.md): more\n',
      'skills/cli-app-greet/references/a-b.md': '[c](c.md)\n',
    }
    expect(laidOut('greet' as never, files, { folder: '.x/skills', layout: 'umbrella' })).toEqual({
      '.x/skills/cli-apps/references/greet.md': '# Greet\n\n- [greet/a-b.md](greet/a-b.md): more\n',
      '.x/skills/cli-apps/references/greet/a-b.md': '[c](c.md)\n',
    })
  })
})
