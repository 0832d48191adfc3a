import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCompletionScripts } from '../../../services/installer/src/inspect/find-completion-scripts.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A prefix with the program `bin/tool` and these files, which contain their own names. */
async function prefixWith(...files: string[]): Promise<{ prefix: string; argv: string[] }> {
  const prefix = await temporaryFolder()
  for (const file of ['bin/tool', ...files]) {
    await mkdir(path.dirname(path.join(prefix, file)), { recursive: true })
    await writeFile(path.join(prefix, file), file)
  }
  const program = path.join(prefix, 'bin/tool')
  await chmod(program, 0o755)
  return { prefix, argv: [program] }
}

const found = async (argv: readonly string[], name = 'tool'): Promise<string[]> =>
  (await findCompletionScripts(argv, name)).map(({ shell, text }) => `${shell} ${text}`)

describe('the completion scripts of a program', () => {
  test.each([
    ['share/fish/vendor_completions.d/tool.fish', 'fish'],
    ['share/fish/completions/tool.fish', 'fish'],
    ['share/zsh/vendor-completions/_tool', 'zsh'],
    ['share/zsh/site-functions/_tool', 'zsh'],
    ['completions/tool.fish', 'fish'],
    ['complete/_tool', 'zsh'],
  ])('are found at %s', async (file, shell) => {
    const { argv } = await prefixWith(file)
    expect(await found(argv)).toEqual([`${shell} ${file}`])
  })

  test('are also those under the name of its file', async () => {
    const { argv } = await prefixWith('share/zsh/vendor-completions/_tool')
    expect(await found(argv, 'entry')).toHaveLength(1)
  })

  test('are not those of fish, which has some for programs of any version', async () => {
    const { argv } = await prefixWith('share/fish/completions/tool.fish', 'share/fish/config.fish')
    expect(await found(argv)).toEqual([])
  })

  test('are not those of other programs, or of a name that leads elsewhere', async () => {
    const { argv } = await prefixWith('share/zsh/vendor-completions/_other', 'share/zsh/_tool')
    expect(await found(argv)).toEqual([])
    expect(await found(argv, '../_tool')).toEqual([])
    expect(await found([])).toEqual([])
  })

  test('never lie outside of its prefix, are regular files, and of bounded size', async () => {
    const { prefix, argv } = await prefixWith('complete/other')
    const outside = await prefixWith('secret')
    await symlink(path.join(outside.prefix, 'secret'), path.join(prefix, 'complete/_tool'))
    await mkdir(path.join(prefix, 'complete/tool.fish'))
    await mkdir(path.join(prefix, 'completions'))
    await writeFile(path.join(prefix, 'completions/_tool'), 'x'.repeat(400_001))
    expect(await found(argv)).toEqual([])
  })
})
