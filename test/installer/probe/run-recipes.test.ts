import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runRecipes } from '../../../services/installer/src/probe/run-recipes.ts'
import { exampleManifest } from '../../support/example-manifest.ts'
import { openScriptProbe } from '../../support/script-probe.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Prints its arguments, its files and its input, writes what `--write` names, and ends as `--exit` says. */
const script = `
  import { execFileSync } from 'node:child_process'
  import { readdirSync, readFileSync, symlinkSync, writeFileSync, appendFileSync } from 'node:fs'
  const args = process.argv.slice(2)
  const after = (name) => args.includes(name) ? args[args.indexOf(name) + 1] : undefined
  appendFileSync(process.env.HOME + '/calls', JSON.stringify(args) + '\\n')
  if (after('--write')) writeFileSync(after('--write'), 'x')
  if (after('--link')) symlinkSync(after('--to'), after('--link'))
  if (after('--pipe')) execFileSync('mkfifo', [after('--pipe')])
  if (args.includes('--wait')) setTimeout(() => {}, 100_000)
  console.log(JSON.stringify({ args, files: readdirSync('.').sort(), input: readFileSync(0).toString('hex') }))
  process.exitCode = Number(after('--exit') ?? 0)`

const run = (...recipes: Record<string, unknown>[]): Promise<string[]> => runWithin(60_000, ...recipes)

async function runWithin(timeout: number, ...recipes: Record<string, unknown>[]): Promise<string[]> {
  await using probe = await openScriptProbe(script, { reason: 'for the test' })
  const numbered = recipes.map((recipe, at) => ({ id: `r-${at}`, expect: {}, ...recipe }))
  const manifest = exampleManifest({ recipes: numbered, programs: [{ name: 'wave', summary: 'x' }] })
  await runRecipes(manifest, { ...probe, run: (args, options) => probe.run(args, { ...options, timeout }) })
  const calls = await readFile(path.join(probe.folder, 'home/calls'), 'utf8').catch(() => '')
  return calls.split('\n').filter(Boolean)
}

describe.skipIf(process.platform === 'win32')('recipes with an expectation', () => {
  it('have files in folders, and such whose names begin with a dot', async () => {
    const files = { '.rc': 'a', 'src/.deep/in.txt': 'b', 'src/c': 'd' }
    const expected = { stdout_contains: '"files":[".rc","src"]' }
    await run({ call: { args: [] }, files, expect: expected })
    const again = run({ call: { args: ['--write', 'src/new'] }, files, expect: { file: 'src/new' } })
    await expect(again).resolves.toEqual(['["--write","src/new"]'])
    await expect(run({ call: { args: [] }, expect: { file: 'src/new' } })).rejects.toThrow('src/new')
  })

  it('run with their examples and files, each in a folder of its own', async () => {
    const placeholders = { from: { type: 'file', example: 'in.txt' } }
    const calls = await run(
      {
        call: { args: ['{from}'] },
        placeholders,
        files: { 'in.txt': 'a', 'b.bin': { base64: 'AAH/' } },
        expect: { stdout_contains: '"args":["in.txt"],"files":["b.bin","in.txt"],"input":""' },
      },
      {
        call: { args: ['--write', 'out.txt'] },
        expect: { file: 'out.txt', stdout_contains: '"files":["out.txt"]' },
      },
      { call: { args: ['--exit', '3'] }, expect: { exit: 3 } },
    )
    expect(calls).toEqual(['["in.txt"]', '["--write","out.txt"]', '["--exit","3"]'])
  })

  it('read their input from text or a file, byte for byte, and write their output to one', async () => {
    await run(
      { call: { args: [], stdin: 'ab' }, expect: { stdout_contains: '"input":"6162"' } },
      {
        call: { args: [], stdin_file: 'b.bin', stdout_file: 'out.json' },
        files: { 'b.bin': { base64: 'AAH/' } },
        expect: { stdout_contains: '"input":"0001ff"', file: 'out.json' },
      },
      // Nothing of this machine is given to a program.
      { call: { args: [], stdin_file: '/etc/hostname' }, expect: { stdout_contains: '"input":""' } },
    )
  })

  it('write their output through no link and no pipe that the program left', async () => {
    const outside = await temporaryFolder()
    const victim = path.join(outside, 'victim')
    await writeFile(victim, 'precious')
    await run(
      { call: { args: ['--link', 'out', '--to', victim], stdout_file: 'out' }, expect: { file: 'out' } },
      { call: { args: ['--link', 'sub', '--to', outside], stdout_file: 'sub/victim' } },
      { call: { args: ['--pipe', 'out'], stdout_file: 'out' }, expect: { file: 'out' } },
      { call: { args: [], stdout_file: 'absent/out' } },
      { call: { args: [], stdout_file: '.', stdin_file: '.' } },
    )
    expect(await readFile(victim, 'utf8')).toBe('precious')
  })

  it('do not take a link for a file that the program wrote', async () => {
    const there = { call: { args: ['--link', 'out', '--to', process.execPath] }, expect: { file: 'out' } }
    await expect(run(there)).rejects.toMatchObject({ code: 'install.recipe-failed' })
  })

  it('do not run if they need something, another program or another app', async () => {
    const calls = await run(
      { call: { args: ['a'] }, needs: ['network'] },
      { call: { args: ['b'], program: 'wave' } },
      { call: { args: ['c'], pipe: [{ name: 'greet', args: [] }] } },
      { task: 'Greet', call: { args: ['d'] }, expect: undefined },
      { call: { args: ['e'], program: 'greet' }, needs: [] },
    )
    expect(calls).toEqual(['["e"]'])
  })

  it.each([
    [{ exit: 1 }, 'ended with exit status 0, not with 1'],
    [{ stdout_contains: 'z' }, 'did not print "z"'],
    [{ file: 'out.txt' }, 'did not write out.txt'],
  ])('fail where %j is not met, and end the install', async (expectation, message) => {
    await expect(run({ call: { args: ['x'] }, expect: expectation })).rejects.toMatchObject({
      code: 'install.recipe-failed',
      message: expect.stringContaining(message),
    })
  })

  it('must end in time', async () => {
    await expect(runWithin(1_000, { call: { args: ['--wait'] } })).rejects.toThrow(
      /failed: it did not end in time\.$/,
    )
  })
})
