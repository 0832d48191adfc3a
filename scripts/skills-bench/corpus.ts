import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** The programs whose commands and options are known from elsewhere; its README says how. */
export const corpusFolder = fileURLToPath(new URL('../../test/help-corpus/', import.meta.url))

/** Where `install.sh` of the corpus puts what it installs. */
export const programsFolder = process.env.CLIS_DIR ?? path.join(tmpdir(), 'clis')

const Corpus = z.object({
  clis: z.array(z.object({ name: z.string(), argv: z.array(z.string()).min(1) })),
})
export type CorpusProgram = z.infer<typeof Corpus>['clis'][number]

/** PATH with the corpus' programs first. */
export const corpusPath = `${path.join(programsFolder, 'bin')}:${process.env.PATH ?? ''}`

export const readCorpus = async (): Promise<CorpusProgram[]> =>
  Corpus.parse(JSON.parse(await readFile(path.join(corpusFolder, 'corpus.json'), 'utf8'))).clis
