import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { AdoptResult } from '../../../services/installer/src/adopt/adopt-result.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { deployScript, writeProgram } from '../../support/deploy-script.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const at = ({ workspace }: Machine, file: string): string => path.join(workspace, file)
const read = (machine: Machine, file: string): Promise<string> => readFile(at(machine, file), 'utf8')

async function adopted(): Promise<Machine> {
  const machine = await createMachine()
  await writeProgram(at(machine, 'bin/deploy.sh'))
  expect(await machine.cli('adopt', './bin/deploy.sh', '--yes')).toMatchObject({ status: 0 })
  return machine
}

describe('adopt', () => {
  it('makes a program of the workspace an app, from its own help', async () => {
    const machine = await createMachine()
    await writeProgram(at(machine, 'bin/deploy.sh'))
    const plan = ChangePlan.parse((await machine.cli('adopt', 'bin/deploy.sh', '--dry-run', '--json')).json())
    expect(plan.changes[0]?.effects).toContainEqual({
      effect: 'write',
      path: at(machine, 'cli-apps.d/deploy.json'),
    })
    expect((await machine.cli('adopt', 'bin/deploy.sh')).status).toBe(2)
    expect(await readdir(machine.workspace)).not.toContain('cli-apps.json')
    const { status, json } = await machine.cli('adopt', 'bin/deploy.sh', '--yes', '--json')
    expect(status).toBe(0)
    expect(AdoptResult.parse(json())).toEqual(json())
    expect(json()).toMatchObject({
      installed: [{ name: 'deploy', version: '2.3.0', program_version: '2.3', method: 'adopted' }],
      manifest: 'cli-apps.d/deploy.json',
    })
    expect(JSON.parse(await read(machine, 'cli-apps.d/deploy.json'))).toMatchObject({
      summary: 'Deploys our services',
      entry_point: 'deploy.sh',
      install: [{ method: 'adopted', path: 'bin/deploy.sh' }],
      run: { version: { args: ['--version'] } },
    })
    expect(await read(machine, 'skills/cli-app-deploy/SKILL.md')).toContain('Show what is deployed')
    expect((await machine.cli('run', 'deploy', 'status')).stdout).toBe('deployed\n')
  })

  it('records a program of the workspace relative to it, so that a clone restores it', async () => {
    const machine = await adopted()
    const { deploy } = JSON.parse(await read(machine, 'cli-apps.lock')).apps
    expect(deploy).toMatchObject({ registry: './cli-apps.d/deploy.json' })
    expect(JSON.stringify(deploy)).not.toContain(machine.workspace)
    const clone = await temporaryFolder()
    await cp(machine.workspace, clone, { recursive: true })
    await rm(path.join(clone, '.cli-apps'), { recursive: true })
    await rm(machine.workspace, { recursive: true })
    await cp(clone, machine.workspace, { recursive: true })
    expect(await machine.cli('ci', '--yes', '--workspace', clone)).toMatchObject({ status: 0 })
    expect((await machine.cli('verify', '--workspace', clone)).status).toBe(0)
    const { stdout } = await machine.cli('run', '--workspace', clone, 'deploy', 'status')
    expect(stdout).toBe('deployed\n')
  })

  it.each([
    ['jq', 'jq'],
    ['rg', 'ripgrep'],
  ])('says of %s on PATH that the catalog knows it as %s', async (program, app) => {
    const machine = await createMachine()
    const folder = await temporaryFolder()
    await writeProgram(path.join(folder, program))
    await writeProgram(at(machine, `bin/${program}`))
    machine.environment.PATH = `${folder}:${machine.environment.PATH}`
    const hint = `cli-apps install ${app} --adopt`
    expect((await machine.cli('adopt', program, '--dry-run')).stdout).toContain(hint)
    expect((await machine.cli('adopt', `./bin/${program}`, '--dry-run')).stdout).not.toContain(hint)
  })

  it('finds a program on PATH by name, and keeps it when the app is removed', async () => {
    const machine = await createMachine()
    const folder = await temporaryFolder()
    await writeProgram(path.join(folder, 'deploy'))
    machine.environment.PATH = `${folder}:${machine.environment.PATH}`
    expect(await machine.cli('adopt', 'deploy', '--name', 'ship', '--yes')).toMatchObject({ status: 0 })
    expect(JSON.parse(await read(machine, 'cli-apps.d/ship.json'))).toMatchObject({
      name: 'ship',
      install: [{ method: 'adopted', detect: 'deploy' }],
    })
    expect((await machine.cli('list', '--json')).stdout).toContain('"ship"')
    expect((await machine.cli('uninstall', 'ship', '--yes')).status).toBe(0)
    expect(await readFile(path.join(folder, 'deploy'), 'utf8')).toBe(deployScript)
    expect((await readdir(machine.workspace)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
    machine.environment.PATH = machine.environment.PATH?.replace(`${folder}:`, '')
  })

  it('notices a changed program, and accepts it on request', async () => {
    const machine = await adopted()
    const changed = deployScript.replace('  destroy  Delete', '  drop     Delete')
    await writeFile(at(machine, 'bin/deploy.sh'), changed)
    expect(await machine.cli('verify')).toMatchObject({
      status: 8,
      stdout: expect.stringContaining('cli-apps update deploy'),
    })
    expect((await machine.cli('outdated')).stdout).toContain('changed since it was adopted')
    expect(await machine.cli('ci', '--yes')).toMatchObject({
      status: 8,
      stderr: expect.stringContaining('./bin/deploy.sh differs from the program that was locked'),
    })
    expect(await machine.cli('update', 'deploy', '--yes')).toMatchObject({ status: 0 })
    expect(await read(machine, 'skills/cli-app-deploy/SKILL.md')).toContain('`drop`')
    for (const args of [['verify'], ['ci', '--yes'], ['outdated']])
      expect(await machine.cli(...args), args.join(' ')).toMatchObject({ status: 0 })
    expect((await machine.cli('update')).stdout).toContain('Nothing to update')
  })

  it('uses texts that a person wrote into the drafted manifest', async () => {
    const machine = await adopted()
    const manifest = JSON.parse(await read(machine, 'cli-apps.d/deploy.json'))
    const edited = { ...manifest, summary: 'Ships our services to production' }
    await writeFile(at(machine, 'cli-apps.d/deploy.json'), JSON.stringify(edited))
    expect((await machine.cli('update', '--yes')).status).toBe(0)
    expect(await read(machine, 'skills/cli-app-deploy/SKILL.md')).toContain('Ships our services')
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
  })

  it('leaves no manifest behind in a workspace that was moved', async () => {
    const machine = await adopted()
    const moved = await temporaryFolder()
    await cp(machine.workspace, moved, { recursive: true })
    expect((await machine.cli('uninstall', 'deploy', '--yes', '--workspace', moved)).status).toBe(0)
    expect(await readdir(moved)).not.toContain('cli-apps.d')
  })

  it('keeps a manifest that was edited since when the app is removed', async () => {
    const machine = await adopted()
    await appendFile(at(machine, 'cli-apps.d/deploy.json'), '{')
    expect((await machine.cli('uninstall', 'deploy', '--yes')).status).toBe(0)
    expect(await read(machine, 'cli-apps.d/deploy.json')).toMatch(/\{$/)
    expect(await machine.cli('adopt', './bin/deploy.sh', '--yes')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('cli-apps install ./cli-apps.d/deploy.json'),
    })
  })

  it('makes ci say what is missing', async () => {
    const machine = await adopted()
    await rm(at(machine, '.cli-apps'), { recursive: true })
    await rm(at(machine, 'bin/deploy.sh'))
    expect(await machine.cli('ci', '--yes')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('./bin/deploy.sh is not an executable file'),
    })
    await writeProgram(at(machine, 'bin/deploy.sh'))
    await rm(at(machine, 'cli-apps.d'), { recursive: true })
    expect(await machine.cli('ci', '--yes')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('cli-apps.d/deploy.json was not found'),
    })
  })
})
