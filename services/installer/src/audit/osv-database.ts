import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { InvalidError, NotFoundError, t } from '@cli-apps/core'
import { exists, hasCode } from '@cli-apps/core/node'
import yauzl from 'yauzl'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { Advisory } from './advisory.ts'
import { osvAffects } from './osv-affects.ts'
import type { OsvQuestion } from './osv-question.ts'
import { advisoryOfOsv, affectedParts, OsvRecord } from './osv-record.ts'

/** In bytes; no record comes near this. */
const mostRecordBytes = 4 * 2 ** 20

/**
 * Finds advisories in a downloaded OSV database: a folder with `<ecosystem>/all.zip` as OSV offers for download, or
 * with `<ecosystem>/*.json`. Returns `undefined` for a missing ecosystem. Throws `NotFoundError` `audit.no-database`
 * and `InvalidError` `audit.bad-database`.
 */
export async function searchOsvDatabase(
  folder: string,
  ecosystem: string,
  questions: readonly OsvQuestion[],
  host: StrategyHost,
): Promise<Advisory[] | undefined> {
  if (!(await exists(folder)))
    throw new NotFoundError(
      'audit.no-database',
      t('audit.no-database', 'Folder not found: {folder}.', { folder }),
      {
        hint: t(
          'audit.no-database.hint',
          'Download <ecosystem>/all.zip of the OSV database into a folder, and name that folder with --database.',
        ),
      },
    )
  const place = path.join(folder, ecosystem)
  const names = await readdir(place).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (names === undefined) return undefined
  const archive = names.includes('all.zip') ? path.join(place, 'all.zip') : undefined
  const texts = archive === undefined ? filesIn(place, names) : entriesOf(archive)
  const requested = new Set(questions.map(({ name }) => name))
  const found: Advisory[] = []
  for await (const { source, text } of texts) {
    const record = parseRecord(text, source)
    const isAboutOurs = (record.affected ?? []).some(({ package: its }) => requested.has(its?.name ?? ''))
    if (!isAboutOurs) continue
    for (const question of questions)
      if (affectedParts(record, question).length > 0 && (await osvAffects(record, question, host)))
        found.push(advisoryOfOsv(record, question.locked, question))
  }
  return found
}

interface RecordText {
  /** Origin of the record, for errors. */
  source: string
  text: string
}

async function* filesIn(folder: string, names: readonly string[]): AsyncGenerator<RecordText> {
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const source = path.join(folder, name)
    yield { source, text: await readFile(source, 'utf8') }
  }
}

async function* entriesOf(archive: string): AsyncGenerator<RecordText> {
  const zip = await yauzl.openPromise(archive).catch((cause: Error) => {
    throw badDatabase(archive, cause.message)
  })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.json')) continue
      const source = `${archive}:${entry.fileName}`
      if (entry.uncompressedSize > mostRecordBytes)
        throw badDatabase(
          source,
          t('osv-database.exceeds-size-limit-record', 'it exceeds the size limit of a record'),
        )
      yield { source, text: (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8') }
    }
  } finally {
    zip.close()
  }
}

function parseRecord(text: string, source: string): OsvRecord {
  try {
    return OsvRecord.parse(JSON.parse(text))
  } catch {
    throw badDatabase(source, t('osv-database.not-osv-record', 'it is not an OSV record'))
  }
}

const badDatabase = (source: string, reason: string): InvalidError =>
  new InvalidError(
    'audit.bad-database',
    t('audit.bad-database', '{source} cannot be used as an advisory database: {reason}.', { source, reason }),
    {
      hint: t('audit.bad-database.hint', 'Download the database again.'),
    },
  )
