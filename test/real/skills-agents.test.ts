import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { agentIds, agents } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { canRunClients, createClient, packageFolder } from '../support/third-party-clients.ts'

/** The version of docs/agents.md. */
const client = { name: 'skills', version: '1.7.4', script: 'bin/cli.mjs' }

/** Where `skills` has another folder than the maker of the agent, whose page docs/agents.md names. */
const otherFolders: Record<string, string> = {
  cline: '.agents/skills',
  cursor: '.agents/skills',
  droid: '.agents/skills',
  goose: '.goose/skills',
  kilo: '.agents/skills',
}

/** The agents that it accepts, as it lists them when it is asked for another. */
async function acceptedAgents(): Promise<string[]> {
  const machine = await createMachine()
  const skill = path.join(machine.workspace, 'skills/one')
  await mkdir(skill, { recursive: true })
  await writeFile(path.join(skill, 'SKILL.md'), '---\nname: one\ndescription: One\n---\n')
  const skills = await createClient(machine, client)
  const refusal = await skills(machine.workspace, 'add', './', '--agent', 'none', '--yes').catch(
    ({ stdout }: { stdout: string }) => stdout,
  )
  return /Valid agents: (.+)/.exec(refusal)?.[1]?.split(', ') ?? []
}

/** The folders in the table of its program. */
async function tabledFolders(): Promise<[name: string, folder: string][]> {
  const program = await readFile(
    path.join(await packageFolder(client.name, client.version), 'dist/cli.mjs'),
    'utf8',
  )
  const rows = program.matchAll(/\bname: "([^"]+)",\s+displayName: "[^"]+",\s+skillsDir: "([^"]+)"/g)
  return [...rows].map(([, name = '', folder = '']) => [name, folder])
}

it.skipIf(!canRunClients)(
  'the agents table has every agent of the npm package skills, with its folder',
  async () => {
    const folders = Object.fromEntries(await tabledFolders())
    // Otherwise its program is written in another way, and this test reads it wrongly.
    expect(Object.keys(folders).toSorted()).toEqual((await acceptedAgents()).toSorted())
    const ours = agentIds
      .filter((id) => id !== 'nanobot')
      .map((id) => [id, otherFolders[id] ?? agents[id].skills])
    expect(folders).toEqual(Object.fromEntries(ours))
  },
)
