import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualPages } from '../../../services/installer/src/inspect/manual-pages.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A `man` that prints what it was asked and where it was to look, on a PATH of its own. */
async function reader(script = 'echo "$@"; echo "$PATH"; echo "$MANPAGER $MANWIDTH"'): Promise<{
  bin: string
  read: (page: string) => Promise<string | undefined>
}> {
  const bin = path.join(await temporaryFolder(), 'bin')
  await mkdir(bin)
  await writeFile(path.join(bin, 'man'), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(bin, 'man'), 0o755)
  const signal = new AbortController().signal
  return { bin, read: manualPages(['/opt/x/bin/tool'], { environment: { PATH: bin }, signal }) }
}

describe.skipIf(process.platform === 'win32')('manualPages', () => {
  it('looks up pages of programs, first next to the program, without a pager and in full width', async () => {
    const { bin, read } = await reader()
    expect((await read('tool'))?.split('\n')).toEqual(['-s 1:6:8 tool', `/opt/x/bin:${bin}`, 'cat 1000', ''])
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
