import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { root } from '../support/docs/code-blocks.ts'
import { answers } from '../support/docs/shell/replies.ts'
import { shellLines } from '../support/docs/shell/shell-lines.ts'
import { openShell } from '../support/docs/shell/shell-session.ts'
import { isForCheckout, shellBlocks } from '../support/docs/shell-blocks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const blocks = shellBlocks(['README.md']).filter(
  (block) => isForCheckout(block) && block.text.startsWith('npm pack '),
)

/** A checkout to write to: what npm packs of this one. */
async function copyCheckout(): Promise<string> {
  const checkout = path.join(await temporaryFolder(), 'cli-apps')
  await mkdir(checkout)
  for (const name of ['package.json', 'packages', 'services'])
    await cp(path.join(root, name), path.join(checkout, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    })
  return checkout
}

it.each(blocks.map((block) => [block.at, block] as const))(
  'the shell block in %s runs line by line',
  async (_, { text, at }) => {
    const machine = await createMachine()
    const shell = await openShell({ ...machine, workspace: await copyCheckout() }, { lineMs: 300_000 })
    for (const line of shellLines(text, at)) {
      const { status, shown } = await shell.type(line.text, answers(''))
      expect(status, `${line.at}:\n${shown}`).toBe(0)
    }
    await shell.close()
  },
)
