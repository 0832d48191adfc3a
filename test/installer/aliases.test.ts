import { describe, expect, it } from 'vitest'
import { greetMachine } from '../support/greet-machine.ts'

const machine = () =>
  greetMachine([
    { version: '1.2.3', changes: { aliases: ['hello', 'Grüße'] } },
    { name: 'wave', version: '1.0.0', changes: { aliases: ['shake'] } },
    { name: 'nod', version: '1.0.0', changes: { aliases: ['shake'] } },
  ])

describe('an alias', () => {
  it('is taken for the name of its app wherever a name is, and the real name is said', async () => {
    const { cli, locked } = await machine()
    const installed = await cli('install', 'hello', '--yes')
    expect(installed).toMatchObject({ status: 0, stderr: expect.stringContaining('hello is the app greet.') })
    expect(Object.keys(await locked())).toEqual(['greet'])
    for (const args of [
      ['info', 'hello'],
      ['verify', 'hello'],
      ['skill', 'show', 'HELLO'],
      ['inspect', 'hello'],
      ['tools', 'list', '--app', 'hello'],
      ['grant', 'hello'],
      ['env', 'list', 'hello'],
      ['update', 'hello', '--dry-run'],
      ['pin', 'hello', '--reason', 'it works', '--yes'],
      ['run', 'hello', '--', '--version'],
      ['uninstall', 'Grüße', '--yes'],
    ])
      expect(await cli(...args), args.join(' ')).toMatchObject({ status: 0 })
    expect(await locked()).toEqual({})
  })

  it('is not the command of another app, which may have the same', async () => {
    const { cli, locked } = await machine()
    for (const name of ['greet', 'wave']) await cli('install', name, '--yes')
    await cli('uninstall', 'greet', '--yes')
    expect(await cli('uninstall', 'greet', '--yes')).toMatchObject({ status: 4 })
    expect(Object.keys(await locked())).toEqual(['wave'])
  })

  it('is installed once, together with its name', async () => {
    const { cli, locked } = await machine()
    expect(await cli('install', 'greet', 'hello', '--yes')).toMatchObject({ status: 0 })
    expect(Object.keys(await locked())).toEqual(['greet'])
  })

  it('of several apps is refused, and names them', async () => {
    const { cli } = await machine()
    expect(await cli('install', 'shake', '--yes')).toMatchObject({
      status: 4,
      stderr: expect.stringMatching(/shake was not found[\s\S]*Did you mean (nod or wave|wave or nod)/),
    })
  })
})

describe('the name of a program that an app has besides its entry point', () => {
  const wink = [{ name: 'wink', summary: 'Wink at somebody' }]
  const withWink = () =>
    greetMachine([
      { version: '1.2.3', changes: { programs: wink } },
      { name: 'wave', version: '1.0.0', changes: { programs: [{ name: 'bow', summary: 'Bow' }] } },
      { name: 'nod', version: '1.0.0', changes: { programs: [{ name: 'bow', summary: 'Bow' }] } },
    ])

  it('leads to the one app that has it, which is said', async () => {
    const { cli, locked } = await withWink()
    expect(await cli('info', 'wink')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('wink is a program of the app greet.'),
    })
    expect(await cli('install', 'wink', '--yes')).toMatchObject({ status: 0 })
    expect(Object.keys(await locked())).toEqual(['greet'])
  })

  it('is no name where several apps have it, nor where an app is to be removed', async () => {
    const { cli, locked } = await withWink()
    expect(await cli('install', 'bow', '--yes')).toMatchObject({
      status: 4,
      stderr: expect.stringMatching(/Did you mean (nod or wave|wave or nod)/),
    })
    await cli('install', 'greet', '--yes')
    expect(await cli('uninstall', 'wink', '--yes')).toMatchObject({ status: 4 })
    expect(Object.keys(await locked())).toEqual(['greet'])
  })
})
