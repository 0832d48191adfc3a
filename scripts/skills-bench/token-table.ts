import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type AppManifest, readManifest } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, loadTemplates, runProcess } from '@cli-apps/core/node'
import { renderSkill } from '@cli-apps/core/skill'
import { crawlHelp, looksLikeHelp } from '@cli-apps/help'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { Folders } from '../installer-bench/bench.ts'
import { corpusPath } from './corpus.ts'

/** Well-known programs of the corpus, with the name of the catalog entry where it differs. */
const programs: readonly { program: string; entry?: string }[] = [
  { program: 'gh', entry: 'github' },
  { program: 'npm' },
  { program: 'cargo' },
  { program: 'rclone', entry: 'rclone' },
  { program: 'hugo' },
  { program: 'vercel' },
  { program: 'netlify' },
  { program: 'prettier', entry: 'prettier' },
  { program: 'http', entry: 'httpie' },
  { program: 'pandoc', entry: 'pandoc' },
]

export interface SkillTokens {
  program: string
  commands: number
  'SKILL.md': number
  references: number
  files: number
  'raw help': number
}

/** For each program: tokens (o200k_base) of its SKILL.md, of all its references, and of the help of all its commands. */
export async function countSkillTokens(folders: Folders): Promise<SkillTokens[]> {
  const rows: SkillTokens[] = []
  for (const { program, entry } of programs) rows.push(await countOne(program, entry, await folders.fresh()))
  return rows
}

async function countOne(program: string, entry: string | undefined, home: string): Promise<SkillTokens> {
  const screens = new Map<string, string>()
  const env = {
    ...cleanEnvironment(process.env),
    PATH: corpusPath,
    HOME: home,
    PAGER: 'cat',
    MANPAGER: 'cat',
  }
  const commands = await crawlHelp(
    async (args) => {
      const { stdout, stderr, exitCode, timedOut } = await runProcess([program, ...args], {
        cwd: home,
        env: { ...env, CI: '1', NO_COLOR: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' },
        timeout: 30_000,
      })
      const run = { stdout: joinOutput(stdout), stderr: joinOutput(stderr), exitCode, timedOut }
      for (const text of [run.stdout, run.stderr]) if (looksLikeHelp(text)) screens.set(text, args.join(' '))
      return run
    },
    { name: program, depth: 3 },
  )
  const { files } = renderSkill({
    manifest: await manifestOf(program, entry),
    commands,
    installed: {},
    templates: await loadTemplates({ language: 'en' }),
    language: 'en',
    generator: { version: 'bench' },
  })
  const { 'SKILL.md': skill = '', ...references } = files
  return {
    program,
    commands: count(commands),
    'SKILL.md': tokensOf([skill]),
    references: tokensOf(Object.values(references)),
    files: Object.keys(references).length,
    'raw help': tokensOf([...screens.keys()]),
  }
}

const count = (node: { commands: readonly unknown[] }): number =>
  (node.commands as (typeof node)[]).reduce((sum, child) => sum + 1 + count(child), 0)

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + encode(text).length, 0)

/** The catalog entry, or one with only the program's name. */
async function manifestOf(program: string, entry: string | undefined): Promise<AppManifest> {
  if (entry === undefined)
    return readManifest({
      manifest: 1,
      name: program,
      version: '1.0.0',
      display_name: program,
      summary: program,
      description: program,
      category: 'dev',
      entry_point: program,
      install: [{ method: 'bundled', detect: program, instructions: program }],
    })
  const file = fileURLToPath(new URL(`../../catalog/${entry}.json`, import.meta.url))
  return readManifest(JSON.parse(await readFile(file, 'utf8')))
}
