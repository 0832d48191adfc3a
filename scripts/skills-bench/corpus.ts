import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Programs whose commands and options are known from another source; see its README. */
export const corpusFolder = fileURLToPath(new URL('../../test/help-corpus/', import.meta.url))

/** Where the corpus's `install.sh` puts the programs. */
export const programsFolder = process.env.CLIS_DIR ?? path.join(tmpdir(), 'clis')

const Corpus = z.object({
  clis: z.array(z.object({ name: z.string(), argv: z.array(z.string()).min(1) })),
})
export type CorpusProgram = z.infer<typeof Corpus>['clis'][number]

/** PATH with the corpus' programs first. */
export const corpusPath = `${path.join(programsFolder, 'bin')}:${process.env.PATH ?? ''}`

export const readCorpus = async (): Promise<CorpusProgram[]> =>
  Corpus.parse(JSON.parse(await readFile(path.join(corpusFolder, 'corpus.json'), 'utf8'))).clis
