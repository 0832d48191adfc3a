import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import { type CodeBlock, root } from './code-blocks.ts'

const given = path.join(root, 'test/support/docs/given.ts')

/** `docs/run.md:28` as the name of a file, so that what the compiler prints leads to the block. */
const fileOf = ({ at, language }: CodeBlock): string => `${at.replaceAll(/[/:]/gu, '_')}.${language}`

/** The folder of a project that has our packages installed. */
export async function writeProject(folder: string, blocks: readonly CodeBlock[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  for (const block of blocks) {
    // On the same line, so that line numbers stay.
    const names = block.given.length > 0 ? `import { ${block.given.join(', ')} } from '${given}'; ` : ''
    await writeFile(path.join(folder, fileOf(block)), `${names}${block.text}\n`)
  }
}

/** What the compiler says about each of these blocks, by the block; one run of it checks all. */
export async function typeErrors(
  folder: string,
  blocks: readonly CodeBlock[],
): Promise<Map<string, string[]>> {
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      noUnusedLocals: false,
      moduleDetection: 'force',
      typeRoots: [path.join(root, 'node_modules/@types')],
    },
    files: blocks.map(fileOf),
    include: [],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await runProcess([process.execPath, tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    env: cleanEnvironment(process.env),
    timeout: 120_000,
  })
  const lines = joinOutput(stdout).split('\n').filter(Boolean)
  const ofBlocks = blocks.map(
    (block) => [block.at, lines.filter((line) => line.startsWith(`${fileOf(block)}(`))] as const,
  )
  const counted = ofBlocks.flatMap(([, own]) => own).length
  const others = lines.filter((line) => /^\S.*error TS/u.test(line))
  if (others.length > counted)
    throw new Error(`The compiler found faults outside of the blocks: ${others.join('\n')}`)
  return new Map(ofBlocks.map(([at, own]) => [at, [...own]]))
}

export interface Outcome {
  exitCode: number | null
  stdout: string
  stderr: string
}

/** Runs a block that is a whole program, in a workspace of its own in which no app is installed. */
export async function runProgram(folder: string, block: CodeBlock): Promise<Outcome> {
  const workspace = path.join(folder, `${fileOf(block)} workspace`)
  await mkdir(workspace, { recursive: true })
  const loader = import.meta.resolve('tsx')
  const argv: [string, ...string[]] = [process.execPath, '--conditions=@cli-apps/source', '--import', loader]
  const { exitCode, stdout, stderr } = await runProcess([...argv, path.join(folder, fileOf(block))], {
    cwd: workspace,
    env: {
      ...cleanEnvironment(process.env),
      HOME: workspace,
      CLI_APPS_HOME: path.join(workspace, 'home'),
      CI: 'true',
    },
    timeout: 60_000,
  })
  return { exitCode, stdout: joinOutput(stdout), stderr: joinOutput(stderr) }
}
