import { NotFoundError } from '../errors/errors.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { t } from '../messages/t.ts'
import { toLine } from '../to-line.ts'
import type { InstallRecord } from './install-record.ts'

/** An installed app as one of its programs sees it; `called` is absent for the entry point. */
export interface ProgramRecord extends InstallRecord {
  called?: string
}

/** The name of a program for people: `ffmpeg`, or `ffmpeg/ffprobe` for one besides the entry point. */
export const programTitle = ({ name, called }: { name: string; called?: string | undefined }): string =>
  called === undefined ? name : `${name}/${called}`

/**
 * Returns the record of one program of an app, with its own start, effects and command tree; the entry point when `program`
 * is absent or names it. What the app requires, and its timeout, hold for all. Throws `NotFoundError` `app.no-program`,
 * `app.program-missing`.
 */
export function programRecord(record: InstallRecord, program?: string): ProgramRecord {
  const { manifest, programs = {} } = record
  if (program === undefined || program === manifest.entry_point) return record
  const declared = manifest.programs?.find(({ name }) => name === program)
  if (declared === undefined) throw unknownProgram(record, program)
  const installed = Object.hasOwn(programs, program) ? programs[program] : undefined
  if (installed === undefined) throw missingProgram(record, program)
  const { argv, general, commands } = installed
  return { ...record, called: program, argv, general, commands, manifest: manifestOf(manifest, declared) }
}

/** Every program of an app that was found at install, the entry point first. */
export const installedPrograms = (record: InstallRecord): ProgramRecord[] => [
  record,
  ...(record.manifest.programs ?? [])
    .filter(({ name }) => Object.hasOwn(record.programs ?? {}, name))
    .map(({ name }) => programRecord(record, name)),
]

/** The program's own facts in place of those of the entry point. */
function manifestOf(
  manifest: AppManifest,
  { name, summary, effects }: NonNullable<AppManifest['programs']>[number],
): AppManifest {
  const { run, recipes = [], skill: _skill, commands: _commands, programs: _programs, ...shared } = manifest
  const { timeout } = run ?? {}
  return {
    ...shared,
    summary,
    entry_point: name,
    recipes: recipes.filter(({ call }) => call.program === name),
    run: { ...(timeout !== undefined && { timeout }), ...(effects && { effects }) },
  }
}

/** The entry point and the other programs of an app, by the names that calls may use. */
export const programNames = ({ entry_point, programs = [] }: AppManifest): string[] => [
  entry_point,
  ...programs.map(({ name }) => name),
]

const unknownProgram = ({ name, manifest }: InstallRecord, program: string): NotFoundError =>
  new NotFoundError(
    'app.no-program',
    t('app.no-program', '{name} has no program {program}.', {
      name,
      program: JSON.stringify(toLine(program, 100)),
    }),
    {
      hint: t('app.no-program.hint', 'Its programs are: {programs}.', {
        programs: programNames(manifest).join(', '),
      }),
    },
  )

function missingProgram({ name, manifest, programs = {} }: InstallRecord, program: string): NotFoundError {
  const installed = [manifest.entry_point, ...Object.keys(programs)]
  return new NotFoundError(
    'app.program-missing',
    t('app.program-missing', 'The program {program} of {name} was not found when {name} was installed.', {
      name,
      program,
    }),
    {
      hint: t(
        'app.program-missing.hint',
        'The package may not bring it on this system. Installed are: {programs}.',
        { programs: installed.join(', ') },
      ),
    },
  )
}
