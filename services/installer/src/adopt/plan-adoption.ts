import path from 'node:path'
import {
  type AppName,
  appByAlias,
  ConflictError,
  isAppName,
  parseAppName,
  t,
  UsageError,
} from '@cli-apps/core'
import { builtInCatalog, exists, jsonText, manifestDigest, programOf } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planMethod } from '../install/plan-method.ts'
import type { PlanMethodOptions } from '../install/plan-method-options.ts'
import { openRegistryAt } from '../resolve/open-registry-at.ts'
import { refuseGeneralPrograms } from '../resolve/vet-manifest.ts'
import { readAppFacts, readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { draftAdopted } from './draft-adopted.ts'
import { draftedPath } from './drafted-manifest.ts'
import { type LocatedProgram, locateProgram } from './locate-program.ts'
import { type ProgramFacts, readProgram } from './read-program.ts'

interface AdoptOptions extends Pick<PlanMethodOptions, 'allowed' | 'agents' | 'skillLanguage'> {
  /** `--name` */
  name: string | undefined
  allowGeneral: boolean
}

/**
 * Decides how to adopt a program: reads its help, drafts its manifest, and plans its record and skill. Changes nothing.
 * Throws what `locateProgram` and `readProgram` throw, `UsageError` `adopt.bad-name`, and `ConflictError`
 * `adopt.name-taken` or `adopt.manifest-exists`.
 */
export async function planAdoption(
  word: string,
  context: CommandContext,
  options: AdoptOptions,
): Promise<InstallPlan> {
  const { workspace } = context
  const located = await locateProgram(word, context, options)
  const program = path.basename(located.file)
  const name = options.name === undefined ? nameFor(program) : parseAppName(options.name)
  const facts = await readAppFacts(name, await readWorkspaceFacts(workspace), context)
  if (facts.declared !== undefined || facts.locked !== undefined || facts.record !== undefined)
    throw nameTaken(name)
  const file = path.join(workspace.root, draftedPath(name))
  if (await exists(file)) throw manifestExists(name)
  const read = await readProgram(program, located.argv, context)
  const drafted = await draft({ name, program, method: located.method, ...read })
  if (!options.allowGeneral) refuseGeneralPrograms(drafted.manifest, program)
  const json: unknown = JSON.parse(JSON.stringify(drafted.manifest))
  const resolved = {
    ...drafted,
    json,
    digest: manifestDigest(json),
    signature: null,
    facts,
    registry: file,
    range: 'latest',
    standing: undefined,
    movedFrom: undefined,
  }
  const { allowed, agents, skillLanguage } = options
  const plan = await planMethod(resolved, context, {
    only: undefined,
    adopt: false,
    allowed,
    agents,
    skillLanguage,
  })
  return {
    ...plan,
    notices: [...(await remarksOn(name, read, located, context)), ...drafted.remarks, ...plan.notices],
    files: [{ path: draftedPath(name), content: jsonText(json) }],
  }
}

/** A program's words that read like an attack are left out of its manifest, which agents and people read. */
async function draft(facts: Parameters<typeof draftAdopted>[0]) {
  const { vetManifest } = await import('@cli-apps/core/skill')
  const quoted = vetManifest(draftAdopted(facts, { isQuoting: true }))
  const [fault] = quoted.leftOut
  if (fault === undefined) return { ...quoted, remarks: [] }
  return {
    ...vetManifest(draftAdopted(facts, { isQuoting: false })),
    remarks: [
      t('plan-adoption.not-quoted', 'its help is not quoted in the manifest: it reads like {what} ({rule})', {
        what: fault.what,
        rule: fault.rule,
      }),
    ],
  }
}

/** Returns the app name that a file name suggests. Throws `UsageError` `adopt.bad-name` if there is none. */
function nameFor(program: string): AppName {
  const name = program
    .replace(/\.(sh|bash|py|js|mjs|cjs|ts|pl|rb|php|exe|cmd|bat|bin)$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (isAppName(name)) return name
  throw new UsageError(
    'adopt.bad-name',
    t('adopt.bad-name', 'The name {program} suggests no name for the app.', {
      program: JSON.stringify(program),
    }),
    { hint: t('adopt.bad-name.hint', 'Choose one: --name NAME') },
  )
}

const nameTaken = (name: AppName): ConflictError =>
  new ConflictError(
    'adopt.name-taken',
    t('adopt.name-taken', 'This workspace already has an app {name}.', { name }),
    {
      hint: t(
        'adopt.name-taken.hint',
        'Choose another name with --name. To read a changed program again, run: {cli} update {name}',
        { name },
      ),
    },
  )

const manifestExists = (name: AppName): ConflictError =>
  new ConflictError(
    'adopt.manifest-exists',
    t('adopt.manifest-exists', '{file} exists already.', { file: draftedPath(name) }),
    {
      hint: t(
        'adopt.manifest-exists.hint',
        'To install the app that it describes, run: {cli} install ./{file}',
        { file: draftedPath(name) },
      ),
    },
  )

/** What a person should know: which file it is, and what could not be read or is better known elsewhere. */
async function remarksOn(
  name: AppName,
  { version }: ProgramFacts,
  { argv, file, method }: LocatedProgram,
  context: CommandContext,
): Promise<string[]> {
  const known = 'detect' in method ? await nameInCatalog(name, path.basename(file), context) : undefined
  return [
    t('plan-adoption.program', 'the program is {file}', { file: programOf(argv) ?? file }),
    ...(version === undefined
      ? [t('plan-adoption.no-version', 'it prints no version, so it gets the version 0.0.0')]
      : []),
    ...(known === undefined
      ? []
      : [
          t(
            'plan-adoption.in-catalog',
            'the catalog has an app {name}: if it is this program, "{cli} install {name} --adopt" uses its tested texts',
            { name: known },
          ),
        ]),
  ]
}

/** Returns the app of the catalog that has this name, or that of the program as its alias. */
async function nameInCatalog(
  name: AppName,
  program: string,
  context: CommandContext,
): Promise<string | undefined> {
  const catalog = await openRegistryAt(builtInCatalog, context)
  if ((await catalog.app(name)) !== undefined) return name
  return appByAlias(await catalog.index(), program.toLowerCase())?.name
}
