import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import { type Folders, program } from '../installer-bench/bench.ts'
import { corpusFolder, corpusPath, programsFolder } from './corpus.ts'

const anHour = 3_600_000

/**
 * Scores the trees that `cli-apps inspect` reads of all corpus programs, in a container without network, against the
 * programs' own parsers. Needs root and `bash test/help-corpus/install.sh`.
 */
export async function scoreCorpus(folders: Folders): Promise<string> {
  const out = path.join(await folders.fresh(), 'trees')
  await mkdir(out)
  await node('run.mjs', ['--out', out, '--', process.execPath, program, 'inspect', '{argv}', '--json'])
  return node('score.mjs', [out])
}

async function node(script: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runProcess(
    [process.execPath, path.join(corpusFolder, script), ...args],
    {
      cwd: corpusFolder,
      env: { ...cleanEnvironment(process.env), PATH: corpusPath, CLIS_DIR: programsFolder },
      timeout: anHour,
    },
  )
  if (exitCode !== 0) throw new Error(`${script} ended with ${exitCode}: ${joinOutput(stderr)}`)
  return joinOutput(stdout)
}
