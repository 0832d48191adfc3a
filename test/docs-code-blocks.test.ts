import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { checkCall } from './support/docs/check-call.ts'
import { checkExample } from './support/docs/check-example.ts'
import { blocksIn, type CodeBlock, documents, readBlocks } from './support/docs/code-blocks.ts'
import { runProgram, typeErrors, writeProject } from './support/docs/programs.ts'
import { isRun } from './support/docs/shell-blocks.ts'
import { shellCalls } from './support/docs/shell-calls.ts'

const blocks = documents.flatMap(readBlocks)
const inLanguages = (...languages: string[]): [string, CodeBlock][] =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [block.at, block])

/** What people see, and no program reads. */
const prose = ['text', 'mermaid', 'markdown']
const shells = ['sh', 'bash']
const examples = [...inLanguages('json', 'jsonl'), ...inLanguages('js').filter(([, { schema }]) => schema)]
/** Proves that the compiler looks at the blocks. */
const [wrong] = blocksIn(
  "```ts\nimport { createRuntime } from '@cli-apps/runtime'\nawait createRuntime({ workspace: 1 })\n```",
  'wrong.md',
)
const typed = [...inLanguages('ts').map(([, block]) => block), ...(wrong === undefined ? [] : [wrong])]
/** They import what they use, so they can run as they are pasted. */
const programs = inLanguages('ts', 'js').filter(
  ([, { given, schema, notRun }]) => given.length === 0 && schema === undefined && notRun === undefined,
)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(await realpath(tmpdir()), 'cli-apps-docs-'))
  await writeProject(folder, [...typed, ...inLanguages('js').map(([, block]) => block)])
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

it('every code block has a language that a test below checks', () => {
  const known = [...prose, ...shells, 'json', 'jsonl', 'js', 'ts', 'yaml']
  expect(blocks.filter(({ language }) => !known.includes(language)).map(({ at }) => at)).toEqual([])
})

// Other shell blocks are run: test/docs-shell.
describe('calls in a shell block that is not run here are calls that the programs accept', () => {
  it.each(inLanguages(...shells).filter(([, block]) => !isRun(block)))('%s', async (_, { text, notRun }) => {
    const faults = await faultsOf(shellCalls(text), notRun !== undefined)
    expect(faults).toEqual([])
  })

  it.each(inLanguages('text'))('%s, after a prompt', async (_, { text }) => {
    const lines = text.split('\n').flatMap((line) => /^\$ (.*)$/u.exec(line)?.[1] ?? [])
    expect(await faultsOf(shellCalls(lines.join('\n')), false)).toEqual([])
  })
})

it.each(examples)('the example in %s is what it says it is', (_, block) => checkExample(block))

it.each(inLanguages('yaml'))('%s is YAML', (_, { text }) => {
  expect(parseYaml(text)).toBeTypeOf('object')
})

describe('TypeScript', () => {
  let errors = new Map<string, string[]>()
  beforeAll(async () => {
    errors = await typeErrors(folder, typed)
  })

  it.each(inLanguages('ts'))('in %s has the types of our packages', (at) => {
    expect(errors.get(at)).toEqual([])
  })

  it('with a wrong type is refused', () => {
    expect(errors.get('wrong.md:1')).toEqual([expect.stringContaining('TS2322')])
  })
})

it.concurrent.each(programs)('the program in %s runs as pasted', async (_, block) => {
  expect(await runProgram(folder, block)).toMatchObject({ exitCode: 0, stderr: '' })
})

describe('the checks themselves', () => {
  const blockOf = (markdown: string): CodeBlock => {
    const [block] = blocksIn(markdown, 'page.md')
    if (block === undefined) throw new Error('no block')
    return block
  }

  it('read the comments before a block, and nothing farther away', () => {
    expect(blockOf('<!-- not run: needs Docker -->\n\n```sh\ndocker\n```')).toMatchObject({
      at: 'page.md:3',
      notRun: 'needs Docker',
    })
    expect(blockOf('<!-- not run: needs Docker -->\n\nText.\n\n```sh\ndocker\n```').notRun).toBeUndefined()
    expect(blockOf('<!-- not run:  -->\n\n```sh\ndocker\n```').notRun).toBeUndefined()
  })

  it.each([
    ['npx cli-apps instal jq', 'Unknown command: "instal".'],
    ['cli-apps list --jason', 'Unknown option: --jason.'],
    ['cli-apps env remove gh GH_TOKEN', 'env has no subcommand remove'],
    ['npx cli-apps-registry user make ann', 'Unknown command: "user make".'],
    ['npm run nothing', 'package.json has no script nothing'],
    ['npm pack --workspace packages/none', 'the workspace packages/none does not exist'],
    ['npx ./cli-apps-0.0.1.tgz list', 'no package of ours is packed as ./cli-apps-0.0.1.tgz'],
  ])('refuse %s', async (line, fault) => {
    expect(await faultsOf(shellCalls(line), false)).toEqual([`${line}: ${fault}`])
  })

  it('refuse a program that nobody here knows, unless the block says why it is not run', async () => {
    expect(await faultsOf([['docker', 'run']], false)).toHaveLength(1)
    expect(await faultsOf([['docker', 'run']], true)).toEqual([])
  })

  it('refuse a placeholder that a shell takes for a redirection', () => {
    expect(() => shellCalls('cli-apps install <name of the app>')).toThrow('names no file')
  })

  it.each([
    ['```json\n{}\n```', 'has no comment'],
    ['<!-- schema: manifest -->\n```json\n{ "manifest": 1 }\n```', 'manifest'],
    ['<!-- schema: cli-apps.json -->\n```json\n{ "skils": {} }\n```', 'unknown keys: skils'],
    ['<!-- schema: novel -->\n```json\n{}\n```', '"novel" is none of'],
  ])('refuse the example %j', async (markdown, message) => {
    await expect(checkExample(blockOf(markdown))).rejects.toThrow(message)
  })
})

/** What is wrong with these calls. A program of others is left to the reader where the block says so. */
async function faultsOf(calls: readonly string[][], mayBeUnknown: boolean): Promise<string[]> {
  const faults: string[] = []
  for (const words of calls) {
    const { fault, isUnknown = false } = await checkCall(words)
    if (fault !== undefined) faults.push(`${words.join(' ')}: ${fault}`)
    if (isUnknown && !mayBeUnknown)
      faults.push(`${words.join(' ')}: write <!-- not run: REASON --> before the block`)
  }
  return faults
}
