import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

/** Opens its standard input again, to write where its sandbox lets it only read. */
const script = `
  import { openSync, readFileSync, writeSync } from 'node:fs'
  console.log(readFileSync(0, 'utf8').trim())
  for (const file of ['/proc/self/fd/0', '/dev/stdin'])
    try { writeSync(openSync(file, 'r+'), 'owned') } catch (error) { console.log(error.code) }`

describe('a file that a program reads as standard input', () => {
  for (const [what, file] of [
    ['our own', 'cli-apps.json'],
    ['a Git hook', '.git/hooks/pre-commit'],
    ['one that the host lets apps only read', 'data/fixed.txt'],
  ] as const)
    itSandboxed(`cannot be written by it: ${what}`, async () => {
      const at = path.join(harness.workspace.root, file)
      await mkdir(path.dirname(at), { recursive: true })
      await writeFile(at, 'as it was')
      await harness.workspace.install('probe', { script })
      await using runtime = await createRuntime({
        workspace: harness.workspace.root,
        audit: false,
        sandbox: { policy: 'workspace', readable: ['data'] },
      })
      const result = await harness.run({ name: 'probe', stdin_file: file }, runtime)
      expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: expect.stringContaining('as it was') })
      expect(await readFile(at, 'utf8')).toBe('as it was')
    })
})
