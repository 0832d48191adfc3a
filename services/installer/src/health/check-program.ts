import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type InstallRecord, installedPrograms, type ProgramRecord, programTitle, t } from '@cli-apps/core'
import {
  digestOf,
  digestOfFile,
  exists,
  isExecutableFile,
  isInside,
  lockHolder,
  readText,
} from '@cli-apps/core/node'
import { nodeChanges } from '../nodes/node-changes.ts'
import { lockNameOf } from '../store/build-entry.ts'
import { compareFiles, FileList, listFiles } from '../store/file-list.ts'
import { programFilesDigest } from '../store/program-files.ts'
import { entryAt, readAppFile, readFileList, type StoredApp, type StoreEntry } from '../store/store.ts'
import { executableOf } from '../store/system-program.ts'
import type { CheckContext } from './check.ts'
import { type Fault, somePaths } from './fault.ts'

/** Checks that the program exists and equals what was installed. */
export async function checkProgram(record: InstallRecord, context: CheckContext): Promise<Fault[]> {
  const entry = record.store === null ? undefined : entryAt(record.store)
  const isOurs = entry !== undefined && isInside(context.store, entry.folder)
  if (isOurs) await whileBuilt(entry, context)
  const gone = (await Promise.all(installedPrograms(record).map(findMissing))).flat()
  if (entry === undefined) return gone.length > 0 ? gone : checkSystemProgram(record, context)
  if (!isOurs) return [otherStore(record, context)]
  if (!(await exists(entry.folder))) return [entryGone(record, entry)]
  return [
    ...gone,
    ...(await checkEntry(record, entry, context)),
    ...(await checkNode(record, entry, context)),
  ]
}

/** Waits until another command has finished building or repairing the entry. */
async function whileBuilt(entry: StoreEntry, { locks, signal }: CheckContext): Promise<void> {
  const deadline = Date.now() + buildMs
  for (let pause = 10; Date.now() < deadline && !signal.aborted; pause = Math.min(pause * 2, 200)) {
    const isBusy = !(await exists(entry.app)) && (await lockHolder(locks, lockNameOf(entry))) !== undefined
    if (!isBusy) return
    await sleep(pause)
  }
}

const buildMs = 5 * 60_000

const fix = (): string => t('check-program.fix', 'Run "{cli} doctor --fix" to repair it.')

/** Finds missing parts of a program: every path in the argv prefix must exist, and the first must be executable. */
async function findMissing({ argv, store, ...program }: ProgramRecord): Promise<Fault[]> {
  const faults: Fault[] = []
  const name = programTitle(program)
  for (const [index, file] of argv.entries()) {
    if (!path.isAbsolute(file)) continue
    if (index === 0 ? await isExecutableFile(file) : await exists(file)) continue
    const isOurs = store !== null && isInside(store, file)
    const isInterpreter = index === 0 && argv.length > 1 && !isOurs
    faults.push({
      code: isInterpreter ? 'program.no-interpreter' : 'program.missing',
      app: program.name,
      message: isInterpreter
        ? t('check-program.runs', '{name} runs on {file}, which {fault}.', {
            name,
            file,
            fault: await whatIsWrong(file),
          })
        : t('check-program.program', 'The program of {name} {file}: {missing}', {
            name,
            file: await whatIsWrong(file),
            missing: file,
          }),
      hint: fix(),
      paths: [file],
    })
  }
  return faults
}

async function whatIsWrong(file: string): Promise<string> {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined) return t('check-program.missing', 'is missing')
  if (found.isSymbolicLink() && !(await exists(file)))
    return t('check-program.broken-link', 'is a broken link')
  return t('check-program.cannot-executed', 'cannot be executed')
}

/**
 * Checks a program of the system. The system may change it; the change is reported, so that nobody trusts it as
 * installed.
 */
async function checkSystemProgram(record: InstallRecord, { systemVersion }: CheckContext): Promise<Fault[]> {
  const { name, argv, system } = record
  if (system === undefined) return []
  const file = executableOf(argv)
  const version = await systemVersion(record)
  const isAdopted = record.method === 'adopted'
  const isOtherVersion = version !== null && system.version !== null && version !== system.version
  if (!isOtherVersion && (await digestOfFile(file)) === system.executable) return []
  return [
    {
      code: 'program.changed-by-system',
      app: name,
      message: isOtherVersion
        ? t(
            'check-program.changed-system',
            '{name} was changed by the system: it was {version}, it is {now}.',
            { name, version: String(system.version), now: version },
          )
        : isAdopted
          ? t(
              'check-program.changed-adopted',
              '{name} was changed: {file} is not the file that was adopted.',
              {
                name,
                file,
              },
            )
          : t(
              'check-program.changed-system-content-differs',
              '{name} was changed by the system: the content of {file} differs since the install.',
              { name, file },
            ),
      hint: isAdopted
        ? t(
            'check-program.changed-adopted.hint',
            'To read it again and accept it, run: {cli} update {name}',
            {
              name,
            },
          )
        : t('check-program.hint', 'Run "{cli} doctor --fix" to check it and accept it as it is now.'),
      paths: [file],
    },
  ]
}

/** Checks the Node that the program shares with others. */
async function checkNode(
  { name, argv }: InstallRecord,
  { prefix }: StoreEntry,
  { store }: CheckContext,
): Promise<Fault[]> {
  const paths = await nodeChanges(argv, { prefix, store })
  if (paths.length === 0) return []
  return [
    {
      code: 'program.file-changed',
      app: name,
      message: t('check-program.node-changed', 'The Node of {name} in the store was changed: {files}.', {
        name,
        files: somePaths(paths),
      }),
      hint: fix(),
      paths,
    },
  ]
}

const otherStore = ({ name, store }: InstallRecord, context: CheckContext): Fault => ({
  code: 'store.moved',
  app: name,
  message: t(
    'check-program.installed-another-store-not',
    '{name} was installed in another store: {store}, not {expected}.',
    { name, store: String(store), expected: context.store },
  ),
  hint: t(
    'check-program.hint.run-cli-apps-doctor-fix',
    'Run "{cli} doctor --fix" to use the current store, or restore the previous CLI_APPS_HOME.',
  ),
  paths: store === null ? [] : [store],
})

const entryGone = ({ name }: InstallRecord, { folder }: StoreEntry): Fault => ({
  code: 'program.missing',
  app: name,
  message: t(
    'check-program.program-missing-from-store',
    'The program of {name} is missing from the store: {folder}',
    { name, folder },
  ),
  hint: t('check-program.run-cli-apps-doctor-fix', 'Run "{cli} doctor --fix" to rebuild it.'),
  paths: [folder],
})

/** Checks the files against their list, the list against `app.json`, and `app.json` against the record. */
async function checkEntry(
  record: InstallRecord,
  entry: StoreEntry,
  { counted }: CheckContext,
): Promise<Fault[]> {
  const { name } = record
  const [app, text] = await Promise.all([readAppFile(entry), readText(entry.files)])
  const fault: MakeFault = (code, message, paths) => ({
    code,
    app: name,
    message,
    hint: fix(),
    paths,
  })
  if (app === undefined)
    return [
      fault(
        'store.unfinished',
        t('check-program.store-entry-incomplete', 'The store entry of {name} is incomplete.', { name }),
        [entry.folder],
      ),
    ]
  if (text === undefined)
    return [
      fault(
        'program.no-list',
        t('check-program.file-list-missing', 'The file list of {name} is missing.', { name }),
        [entry.files],
      ),
    ]
  const actual = digestOf(text)
  if (app.digest !== record.digest || actual !== app.files || actual !== record.program)
    return [
      fault(
        'program.other-list',
        t('check-program.file-list-differs-from', 'The file list of {name} differs from the recorded one.', {
          name,
        }),
        [entry.files],
      ),
    ]
  if (!isDeepStrictEqual(app.argv, record.argv) || !isDeepStrictEqual(startsOf(app), startsOf(record)))
    return [
      fault(
        'program.other-argv',
        t(
          'check-program.record-names-another-program',
          'The record of {name} names another program than the store.',
          { name },
        ),
        [executableOf(record.argv)],
      ),
    ]
  return differencesOf(record, entry, counted, fault)
}

/** How the other programs are started. */
const startsOf = ({ programs = {} }: Pick<InstallRecord | StoredApp, 'programs'>): object =>
  Object.fromEntries(Object.entries(programs).map(([program, { argv }]) => [program, argv]))

type MakeFault = (code: string, message: string, paths: string[]) => Fault

/** Reports files that are missing, changed or additional. */
async function differencesOf(
  { name, argv }: InstallRecord,
  entry: StoreEntry,
  counted: CheckContext['counted'],
  fault: MakeFault,
): Promise<Fault[]> {
  const expected = (await readFileList(entry)) ?? FileList.parse({ files: 1, entries: [] })
  counted.program += expected.entries.length
  counted.digest = programFilesDigest(expected)
  const differences = compareFiles(expected, await listFiles(entry.prefix))
  const { changed, extra } = differences
  // Files in the argv prefix are reported already.
  const missing = differences.missing.filter((file) => !argv.includes(path.join(entry.prefix, file)))
  const faultOf = (code: string, files: readonly string[], messageOf: (shown: string) => string): Fault[] => {
    const paths = files.map((file) => path.join(entry.prefix, file))
    return files.length === 0 ? [] : [fault(code, messageOf(somePaths(files)), paths)]
  }
  return [
    ...faultOf('program.file-missing', missing, (files) =>
      t('program.file-missing', '{name} is missing {files}.', { name, files }),
    ),
    ...faultOf('program.file-changed', changed, (files) =>
      t('program.file-changed', '{name} was changed: {files}.', { name, files }),
    ),
    ...faultOf('program.file-extra', extra, (files) =>
      t('program.file-extra', '{name} has additional files: {files}.', { name, files }),
    ),
  ]
}
