import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CommandNode } from '@cli-apps/core'
import { findProgram, programArgv } from '@cli-apps/core/node'
import { openWorkFolder } from '../../services/installer/src/home/work-folder.ts'
import { findCompletionScripts } from '../../services/installer/src/inspect/find-completion-scripts.ts'
import { manualPages } from '../../services/installer/src/inspect/manual-pages.ts'
import { readTree } from '../../services/installer/src/inspect/read-tree.ts'
import { openProbe, type Probe } from '../../services/installer/src/probe/probe.ts'

interface Recording {
  runs: Record<string, Awaited<ReturnType<Probe['run']>>>
  pages: Record<string, string | null>
}

interface ReadProgramTreeOptions {
  /** Folder of recordings. */
  keep: string | undefined
  scratch: string
}

const limits = { depth: 2, budgetMs: 240_000, maxCommands: 300 }

/** Reads a program's tree as `inspect` does, or from what it printed the last time. */
export async function readProgramTree(
  name: string,
  { keep, scratch }: ReadProgramTreeOptions,
): Promise<{ tree: CommandNode; seconds: number }> {
  const { environment, signal } = { environment: process.env, signal: new AbortController().signal }
  const file = await findProgram(name, environment)
  if (file === undefined) throw new Error(`${name} is not on PATH`)
  const argv = await programArgv(file, environment)
  const record = keep === undefined ? undefined : path.join(keep, `${name}.json`)
  const { runs, pages } = readRecording(record)
  const before = Object.keys(runs).length + Object.keys(pages).length
  await using work = openWorkFolder(scratch)
  await using probe = await openProbe(argv, { environment, signal, work })
  const manual = manualPages(argv, { environment, signal })
  const recorded: Probe = {
    ...probe,
    run: async (args, options) => {
      const key = JSON.stringify(args)
      runs[key] ??= await probe.run(args, options)
      return runs[key]
    },
  }
  const readManual = async (page: string): Promise<string | undefined> => {
    if (pages[page] === undefined) pages[page] = (await manual(page)) ?? null
    return pages[page] ?? undefined
  }
  const readCompletions = () => findCompletionScripts(argv, name)
  const start = performance.now()
  const tree = await readTree({ name }, recorded, { ...limits, signal, readManual, readCompletions })
  const seconds = (performance.now() - start) / 1000
  if (record !== undefined && Object.keys(runs).length + Object.keys(pages).length > before) {
    mkdirSync(path.dirname(record), { recursive: true })
    writeFileSync(record, JSON.stringify({ runs, pages }))
  }
  return { tree, seconds }
}

function readRecording(file: string | undefined): Recording {
  return file !== undefined && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Recording)
    : { runs: {}, pages: {} }
}
