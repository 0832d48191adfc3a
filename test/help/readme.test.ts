import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const packageFolder = fileURLToPath(new URL('../../packages/help', import.meta.url))

test("the example in the package's README runs as written", async () => {
  const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8')
  const [, example] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, 'node_modules/@cli-apps'), { recursive: true })
  await symlink(packageFolder, path.join(folder, 'node_modules/@cli-apps/help'))
  const file = path.join(folder, 'tree.mjs')
  await writeFile(file, example ?? '')
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout).toMatch(/^git \d\d /)
  expect(stdout).toMatch(/^git clone 0 Clone a repository into a new directory$/m)
})
