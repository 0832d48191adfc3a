import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksIn, type CodeBlock, root } from '../support/docs/code-blocks.ts'
import { describeShellBlocks, parts, useDocsRegistry } from '../support/docs/shell/describe-shell-blocks.ts'
import { runShellBlock } from '../support/docs/shell/run-shell-block.ts'
import { shellLines } from '../support/docs/shell/shell-lines.ts'
import { isForCheckout, shellBlocks } from '../support/docs/shell-blocks.ts'

const registry = useDocsRegistry()
describeShellBlocks(parts.guides, registry)

it('what README runs in a checkout is run by .ci/run, or by the test of packed packages', () => {
  const ci = readFileSync(path.join(root, '.ci/run'), 'utf8').replaceAll('--silent ', '')
  const lines = shellBlocks()
    .filter((block) => isForCheckout(block) && block.notRun === undefined && !/^npm pack /u.test(block.text))
    .flatMap(({ text, at }) => shellLines(text, at))
    .map(({ text }) => text.replace(/\s+#.*/u, ''))
  expect(lines).toEqual(['npm run quickstart', 'npm test'])
  for (const line of lines) expect(ci.split('\n')).toContain(line)
})

describe('a block is refused', () => {
  const run = (text: string): Promise<void> => {
    const [block] = blocksIn(`\`\`\`sh\n${text}\n\`\`\``, 'page.md')
    return runShellBlock(block as CodeBlock, registry())
  }

  it.each([
    ['a call that fails', 'cli-apps list\ncli-apps info no-such-app', 'page.md:3 ended with 4:'],
    ['a program that nobody has', 'no-such-program', 'command not found'],
    ['a variable that is not set', 'cli-apps info "$NO_SUCH"', 'NO_SUCH: unbound variable'],
    ['a failure before a pipe', 'cli-apps info no-such-app | cat', 'page.md:2 ended with 4:'],
    ['an answer of a registry that is an error', 'curl http://127.0.0.1:4870/v1/apps/nothing.json', '404'],
    ['a line that does not do what its comment says', 'cli-apps list # asks first', 'asks nothing'],
  ])('for %s', async (_, text, message) => {
    await expect(run(text)).rejects.toThrow(message)
  })
})
