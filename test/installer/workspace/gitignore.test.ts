import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { planGitignore, withEntry } from '../../../services/installer/src/workspace/gitignore.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('.gitignore', () => {
  it.each([
    ['', '.cli-apps/\n'],
    ['dist\n', 'dist\n.cli-apps/\n'],
    ['dist', 'dist\n.cli-apps/\n'],
    ['dist\r\nout\r\n', 'dist\r\nout\r\n.cli-apps/\r\n'],
    ['dist\r\nout', 'dist\r\nout\r\n.cli-apps/\r\n'],
  ])('%j becomes %j', (before, after) => {
    expect(withEntry(before)).toBe(after)
  })

  it.each([
    '.cli-apps/',
    '.cli-apps',
    '/.cli-apps/',
    '**/.cli-apps/',
    'a\r\n.cli-apps/\r\n',
    '  .cli-apps/  \n',
  ])('with %j is unchanged', async (text) => {
    const root = await temporaryFolder()
    await mkdir(path.join(root, '.git'))
    await writeFile(path.join(root, '.gitignore'), text)
    expect(await planGitignore(root)).toBeUndefined()
  })

  it.each(['# .cli-apps/', '!.cli-apps/', '.cli-apps-old/', 'x/.cli-apps/', '.cli-apps/logs/'])(
    'with %j does not cover the folder',
    async (text) => {
      const root = await temporaryFolder()
      await mkdir(path.join(root, '.git'))
      await writeFile(path.join(root, '.gitignore'), text)
      expect(await planGitignore(root)).toBe(`${text}\n.cli-apps/\n`)
    },
  )

  it('of the checkout above the workspace applies, except for patterns of its own folder', async () => {
    const top = await temporaryFolder()
    const root = path.join(top, 'packages/one')
    await mkdir(root, { recursive: true })
    await writeFile(path.join(top, '.git'), 'gitdir: elsewhere')
    await writeFile(path.join(top, '.gitignore'), '/.cli-apps/\n')
    expect(await planGitignore(root)).toBe('.cli-apps/\n')
    await writeFile(path.join(top, '.gitignore'), '.cli-apps/\n')
    expect(await planGitignore(root)).toBeUndefined()
  })

  it('is not created outside a checkout', async () => {
    expect(await planGitignore(await temporaryFolder())).toBeUndefined()
  })
})
