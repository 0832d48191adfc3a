import { describe, expect, it } from 'vitest'
import { VerifyResult } from '../../../services/installer/src/health/health-results.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'

/** A machine with `greet` and these recipes. */
async function machineWith(
  recipes: readonly Record<string, unknown>[],
  { files = {}, ...changes }: { files?: Record<string, string>; programs?: unknown[] } = {},
): Promise<Machine> {
  const archive = await tarball({ 'bin/greet': greetScript, ...files })
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive, { recipes, ...changes })]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  expect(await machine.cli('install', 'greet', '--yes')).toMatchObject({ status: 0 })
  return machine
}

const hello = {
  id: 'hello',
  task: 'Say hello to somebody',
  call: { args: ['hello', '{name}'] },
  placeholders: { name: { type: 'text', example: 'Ann' } },
  expect: { stdout_contains: 'Hello, Ann!' },
}

describe('verify --recipes', () => {
  it('runs what can be checked, and says why the rest is not run', async () => {
    const { cli } = await machineWith([
      hello,
      { id: 'proof', call: { args: ['--version'] }, expect: { stdout_contains: 'greet 1.2.3' } },
      { id: 'shown', task: 'Print the environment', call: { args: ['env'] } },
      { ...hello, id: 'far', needs: ['network', 'account'] },
      { ...hello, id: 'piped', call: { ...hello.call, pipe: [{ name: 'greet', args: [] }] } },
    ])
    const { status, json } = await cli('verify', '--recipes', '--json')
    expect(status).toBe(0)
    expect(VerifyResult.parse(json()).apps[0]?.recipes).toEqual([
      { id: 'hello', task: 'Say hello to somebody', outcome: 'passed', reason: null },
      { id: 'proof', task: null, outcome: 'passed', reason: null },
      { id: 'shown', task: 'Print the environment', outcome: 'not-run', reason: expect.any(String) },
      { id: 'far', task: hello.task, outcome: 'not-run', reason: 'needs network, account' },
      { id: 'piped', task: hello.task, outcome: 'not-run', reason: expect.any(String) },
    ])
    expect((await cli('verify', '--recipes')).stdout).toContain(
      'greet: 2 recipes passed, 0 failed, 3 not run',
    )
    expect((await cli('verify', '--json')).json<VerifyResult>().apps[0]).not.toHaveProperty('recipes')
  })

  it('runs those of another program of the app, where that is here', async () => {
    const wave = { id: 'wave', task: 'Wave', expect: { stdout_contains: 'Waved to Ann' } }
    const call = { program: 'wave', args: ['Ann'] }
    const programs = [{ name: 'wave', summary: 'Wave to somebody' }]
    const files = { 'bin/wave': '#!/bin/sh\necho "Waved to $*"\n' }
    const missed = { ...wave, id: 'missed', call: { ...call, args: ['Bob'] } }
    const here = await machineWith([hello, { ...wave, call }, missed], { files, programs })
    const { status, json } = await here.cli('verify', '--recipes', '--json')
    expect(status).toBe(8)
    const { apps, faults } = VerifyResult.parse(json())
    expect(apps[0]?.recipes?.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'failed'])
    expect(faults).toMatchObject([{ message: expect.stringContaining('The recipe "wave Bob" failed') }])
    const without = await machineWith([hello, { ...wave, call }], { programs })
    const result = VerifyResult.parse((await without.cli('verify', '--recipes', '--json')).json())
    expect(result.apps[0]?.recipes?.[1]).toMatchObject({
      outcome: 'not-run',
      reason: 'calls a program of the app that is not here',
    })
  })

  it('reports each one that does not do what it says, with status 8', async () => {
    const { cli } = await machineWith([
      hello,
      { ...hello, id: 'wrong', expect: { stdout_contains: 'Bonjour' } },
      { ...hello, id: 'status', expect: { exit: 3 } },
    ])
    const { status, json } = await cli('verify', '--recipes', '--json')
    expect(status).toBe(8)
    const { apps, faults } = VerifyResult.parse(json())
    expect(apps[0]?.recipes?.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'failed'])
    expect(faults).toMatchObject([
      { code: 'install.recipe-failed', app: 'greet', message: expect.stringContaining('Bonjour') },
      { code: 'install.recipe-failed', app: 'greet', message: expect.stringContaining('not with 3') },
    ])
  })
})
