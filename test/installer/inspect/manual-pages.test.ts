import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualPages } from '../../../services/installer/src/inspect/manual-pages.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A `man` whose page is at `page`, and that prints what it was asked and where it was to look. */
const manAt = (page: string): string =>
  `case " $* " in *" -w "*) echo "${page}"; exit;; esac\necho "$@"; echo "$PATH"; echo "$MANPAGER $MANWIDTH"`

async function script(file: string, text = ''): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${text}\n`)
  await chmod(file, 0o755)
  return file
}

/** A reader of pages for a program, with a `man` on a PATH of its own. */
async function reader(
  text = manAt('/opt/x/share/man/man1/tool.1.gz'),
  argv: readonly string[] = ['/opt/x/bin/tool'],
): Promise<{ bin: string; read: (page: string) => Promise<string | undefined> }> {
  const bin = path.join(await temporaryFolder(), 'bin')
  await script(path.join(bin, 'man'), text)
  const signal = new AbortController().signal
  return { bin, read: manualPages(argv, { environment: { PATH: bin }, signal }) }
}

describe.skipIf(process.platform === 'win32')('manualPages', () => {
  it('looks up pages of programs, first next to the program, without a pager and in full width', async () => {
    const { bin, read } = await reader()
    expect((await read('tool'))?.split('\n')).toEqual(['-s 1:6:8 tool', `/opt/x/bin:${bin}`, 'cat 1000', ''])
  })

  it.each([
    ['of the system, for a program of the workspace', ['/work/bin/tool'], '/usr/share/man/man1/tool.1.gz'],
    ['of the system, for a script', ['/usr/bin/node', '/work/bin/tool'], '/usr/share/man/man1/tool.1.gz'],
    ['anywhere, for a program in a folder of the root', ['/bin/tool'], '/usr/share/man/man1/tool.1.gz'],
    ['of a neighbor, for a program outside a bin folder', ['/home/me/tool'], '/home/you/share/man/tool.1'],
    ['that is no file', ['/opt/x/bin/tool'], 'nothing'],
  ])('does not take a page %s', async (_, argv, page) => {
    const { read } = await reader(manAt(page), argv)
    expect(await read('tool')).toBeUndefined()
  })

  it('looks up pages of its commands only where there is one beside its own', async () => {
    const folder = path.join(await temporaryFolder(), 'share/man/man1')
    await script(path.join(folder, 'tool-add.1'))
    const asked = `case " $* " in *" -w "*) echo "${folder}/tool.1";; *) echo "$@";; esac`
    const { read } = await reader(asked, [path.join(folder, '../../../bin/tool')])
    expect(await read('tool')).toContain('tool')
    expect(await read('tool-add')).toContain('tool-add')
    expect(await read('tool-drop')).toBeUndefined()
  })

  it('takes the page below the prefix of the real program', async () => {
    const folder = await temporaryFolder()
    const real = await script(path.join(folder, 'opt/tool/bin/tool'))
    const link = path.join(folder, 'bin/tool')
    await mkdir(path.dirname(link))
    await symlink(real, link)
    const { read } = await reader(manAt(path.join(folder, 'opt/tool/man/man1/tool.1')), [link])
    expect(await read('tool')).toContain('-s 1:6:8 tool')
  })

  it('takes the page of the program that PATH has under this name, and not that of another', async () => {
    const { bin } = await reader()
    const tool = await script(path.join(bin, 'tool'))
    await script(path.join(bin, 'man'), manAt('/usr/share/man/man1/tool.1.gz'))
    const signal = new AbortController().signal
    const pages = (file: string) => manualPages([file], { environment: { PATH: bin }, signal })
    expect(await pages(tool)('tool')).toContain('-s 1:6:8 tool')
    expect(await pages(await script(path.join(await temporaryFolder(), 'tool')))('tool')).toBeUndefined()
  })

  it('returns nothing for a missing page', async () => {
    const { read } = await reader('echo "No manual entry"; exit 16')
    expect(await read('tool')).toBeUndefined()
  })

  it.each(['-P', '--pager=x', '../../etc/passwd', 'a b', '', 'x'.repeat(81)])(
    'does not look up %j, which is not a valid page name',
    async (page) => {
      const { read } = await reader()
      expect(await read(page)).toBeUndefined()
    },
  )

  it('returns nothing without man', async () => {
    const signal = new AbortController().signal
    const environment = { PATH: await temporaryFolder() }
    expect(await manualPages([], { environment, signal })('tool')).toBeUndefined()
  })
})
