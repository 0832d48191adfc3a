import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { policiesHere } from '../../support/sandbox.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
let runtime: Runtime
const policy = policiesHere.find((one) => one !== 'off')

beforeAll(async () => {
  runtime = await createRuntime({
    workspace: harness.workspace.root,
    audit: false,
    ...(policy && { sandbox: policy }),
  })
})
afterAll(() => runtime.close())

it.skipIf(policy === undefined)('a file as input gives no way to write to it', async () => {
  await harness.workspace.install('write', {
    script: `
      import { readFileSync, writeFileSync } from 'node:fs'
      console.log(readFileSync(0, 'utf8'))
      try { writeFileSync('/proc/self/fd/0', 'evil') } catch {}`,
  })
  const place = path.join(harness.workspace.root, '.git')
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, 'config'), 'mine')
  const result = await harness.run({ name: 'write', stdin_file: '.git/config' }, runtime)
  expect(result).toMatchObject({ ok: true, stdout: 'mine\n' })
  expect(await readFile(path.join(place, 'config'), 'utf8')).toBe('mine')
})
