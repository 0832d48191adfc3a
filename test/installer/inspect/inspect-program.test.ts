import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findBubblewrap } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { inspectProgram } from '../../../services/installer/src/inspect/inspect-program.ts'
import { entryAt, storeFolders } from '../../../services/installer/src/store/store.ts'
import { installerUser } from '../../support/installer-context.ts'

const { sandbox } = await findBubblewrap(process.env)

describe.skipIf(sandbox === undefined)('inspectProgram, in a sandbox', () => {
  it('shows a stored program the modules next to its script', async () => {
    const context = await (await installerUser({})).context()
    const store = path.join(context.config.home, 'store', 'tool', '1.0.0', 'abc')
    const folder = path.join(entryAt(store).prefix, 'node_modules', 'tool')
    await mkdir(folder, { recursive: true })
    await writeFile(
      path.join(folder, 'help.cjs'),
      "module.exports = 'Usage: tool [options]\\n\\nOptions:\\n  --sow  Sow it\\n'",
    )
    const script = path.join(folder, 'cli.cjs')
    await writeFile(script, "console.log(require('./help.cjs'))")
    const tree = await inspectProgram(
      { name: 'tool', argv: [process.execPath, script], readable: storeFolders({ store }) },
      { ...context, depth: 0, isFresh: true },
    )
    expect(tree.options.map(({ long }) => long)).toEqual([['--sow']])
  })
})
