import { AppManifest, type AppName, type MethodOf, toLine } from '@cli-apps/core'
import semver from 'semver'
import type { ProgramFacts } from './read-program.ts'

interface DraftFacts extends ProgramFacts {
  name: AppName
  /** The name of its executable. */
  program: string
  method: MethodOf<'adopted'>
}

/** Most commands that a description lists. */
const mostCommands = 12

/**
 * Drafts the manifest of an adopted program from what it prints. `isQuoting` is false where its words must not be
 * repeated: the draft then only says what is known without them.
 */
export function draftAdopted(facts: DraftFacts, { isQuoting }: { isQuoting: boolean }): AppManifest {
  const { name, program, method, version, commands } = facts
  const where = 'path' in method ? 'of this workspace' : 'on this machine'
  const own = `The program ${'path' in method ? method.path : method.detect} ${where}`
  const summary = (isQuoting ? textOf('summary', commands.summary) : undefined) ?? textOf('summary', own)
  const number = semver.valid(version?.version) ?? semver.coerce(version?.version)?.version ?? '0.0.0'
  const expect = isQuoting ? textOf('display_name', version?.expect ?? '') : undefined
  return AppManifest.parse({
    manifest: 1,
    name,
    version: AppManifest.shape.version.safeParse(number).data ?? '0.0.0',
    ...(version !== undefined && version.version !== number && { program_version: version.version }),
    display_name: textOf('display_name', program) ?? name,
    summary: summary ?? name,
    description: (isQuoting ? described(own, facts) : undefined) ?? textOf('description', `${own}.`) ?? name,
    category: 'dev',
    entry_point: AppManifest.shape.entry_point.safeParse(program).data ?? name,
    install: [method],
    ...(version !== undefined && {
      run: { version: { args: version.args, ...(expect !== undefined && { expect }) } },
    }),
  })
}

/** Returns a program's text as a field of the manifest takes it; `undefined` if it does not. */
function textOf(field: 'summary' | 'description' | 'display_name', text: string): string | undefined {
  const most = { summary: 120, description: 700, display_name: 60 }[field]
  return AppManifest.shape[field].safeParse(toLine(text, most)).data
}

/** A sentence that the summary does not say already: where the program is, and what its commands are called. */
function described(own: string, { commands }: ProgramFacts): string | undefined {
  const names = commands.commands
    .filter(({ hidden }) => !hidden)
    .map(({ name }) => name)
    .filter((name) => /^[\w:.-]{1,40}$/.test(name))
  const listed = names.slice(0, mostCommands).join(', ')
  return textOf('description', listed === '' ? `${own}.` : `${own}. Its commands: ${listed}.`)
}
