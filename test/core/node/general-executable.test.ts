import { chmod, copyFile, link, realpath, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { whyGeneral } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe.skipIf(process.platform === 'win32')('a general program with another name', () => {
  const place = async (): Promise<string> => path.join(await temporaryFolder(), 'greet')

  it.each(['/bin/sh', process.execPath])(
    'is detected through a link, a hard link and as a copy: %s',
    async (shell) => {
      for (const put of [symlink, copyFile, link]) {
        const file = await place()
        const error = await put(await realpath(shell), file).then(
          () => undefined,
          (error: NodeJS.ErrnoException) => error,
        )
        // The folder may be on another file system.
        if (error?.code === 'EXDEV') continue
        expect(error).toBeUndefined()
        expect(await whyGeneral(file, path.dirname(process.execPath))).toBeDefined()
      }
    },
  )

  it.each([
    '#!/bin/sh\nexec "$@"\n',
    'exec "$@"\n',
    '#!/bin/sh\n"$@"\n',
    '#!/bin/bash\nset -e\nexec env "${@}"\n',
    '#!/bin/sh\nsh -c "$1"\n',
    '#!/bin/sh\neval "$*"\n',
    '#!/bin/sh\nexec /bin/bash "$@"\n',
    '#!/usr/bin/env python3\nimport os, sys\nos.execvp(sys.argv[1], sys.argv[1:])\n',
    '#!/usr/bin/python3\nimport subprocess, sys\nsubprocess.run(sys.argv[1:])\n',
    '#!/usr/bin/perl\nexec @ARGV;\n',
  ])('is a script that runs its arguments: %j', async (text) => {
    const file = await place()
    await writeFile(file, text)
    await chmod(file, 0o755)
    expect(await whyGeneral(file)).toContain('runs its arguments')
  })

  it.each([
    '#!/bin/sh\nexec /usr/lib/greet/greet "$@"\n',
    '#!/bin/sh\nexec python3 /usr/share/greet/main.py "$@"\n',
    '#!/bin/sh\nsay() {\ncat <<END\n$*\nEND\n}\nsay "$1"\n',
    '#!/bin/sh\nrun() {\n  "$@"\n}\nrun echo hello\n',
    '#!/usr/bin/perl\nunshift @ARGV, "/usr/lib/greet";\nexec @ARGV;\n',
    '#!/usr/bin/env node\nconsole.log(process.argv[2])\n',
  ])('is not a script that starts its own program: %j', async (text) => {
    const file = await place()
    await writeFile(file, text)
    await chmod(file, 0o755)
    expect(await whyGeneral(file)).toBeUndefined()
  })

  it.each([0, 262_144 - 70])(
    'is detected in an ELF file by what every build of it contains, %i bytes in',
    async (at) => {
      const file = await place()
      const filling = '\x7fELF'.padEnd(64 + at, '\0')
      await writeFile(file, `${filling}BusyBox is copyrighted by many authors`.padEnd(70_000, '\0'))
      expect(await whyGeneral(file)).toBe('a copy of BusyBox')
    },
  )

  it('is not every link name of a file that also has a general name', async () => {
    const file = await place()
    const folder = path.dirname(file)
    await writeFile(path.join(folder, 'many-names'), '\x7fELF many names')
    await symlink('many-names', path.join(folder, 'env'))
    await symlink('many-names', file)
    expect(await whyGeneral(file, folder)).toBeUndefined()
  })

  it('is checked again after the file changes', async () => {
    const file = await place()
    await writeFile(file, '#!/bin/sh\necho hello\n')
    expect(await whyGeneral(file)).toBeUndefined()
    await writeFile(file, '#!/bin/sh\nexec "$@"\n')
    expect(await whyGeneral(file)).toContain('runs its arguments')
  })
})
