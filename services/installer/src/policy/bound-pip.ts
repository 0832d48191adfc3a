import { writeFile } from 'node:fs/promises'
import { ForbiddenError, t } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import pMap from 'p-map'
import { type ResolvedFile, readResolvedFiles } from '../strategies/python/pip-report.ts'
import type { Step } from '../strategies/step.ts'
import { type IndexFile, readIndexFiles } from './python-index.ts'
import { allowedFrom } from './release-age.ts'

type BoundStep = Step & { step: 'bound' }

export interface BoundOptions {
  run: (step: Step & { step: 'run' }) => Promise<void>
  notice: (text: string) => void
  signal: AbortSignal
}

interface AgedFile extends ResolvedFile {
  /** All files that the indexes list for its project. */
  listed: readonly IndexFile[]
  uploaded: Date | undefined
}

/** Each round excludes at least one release of a dependency; a tree that needs more rounds is refused. */
const mostRounds = 20
const pagesAtOnce = 8

/**
 * Repeats pip's resolution, excluding releases that are too new, until all dependencies are old enough. Throws
 * `ForbiddenError` `policy.release-too-new` if nothing older fits, and `policy.release-age-unknown` if the policy is
 * strict and an index does not list a file's upload time.
 */
export async function boundPipDependencies(step: BoundStep, options: BoundOptions): Promise<void> {
  const readListed = indexReader(step, options.signal)
  const excluded = new Map<string, Set<string>>()
  let { native } = step
  for (let round = 0; ; round++) {
    const files = (await readResolvedFiles(step.report)).filter(({ name }) => name !== step.root)
    const aged = await pMap(files, async (file) => agedFile(file, await readListed(file.name)), {
      concurrency: pagesAtOnce,
    })
    const tooNew = aged.filter(({ uploaded }) => uploaded !== undefined && uploaded > step.before)
    if (tooNew.length === 0) return judgeUnknown(step, aged, options)
    if (round === mostRounds) throw refusal(step, tooNew)
    const isDone = native !== undefined && (await hasResolved(native, options))
    native = undefined
    if (isDone) continue
    for (const file of tooNew) exclude(file, step.before, excluded)
    await writeFile(step.constraints, constraintsText(excluded))
    if (!(await hasResolved(step.again, options))) throw refusal(step, tooNew)
  }
}

/** Asks each index for each project only once. */
function indexReader(
  { indexes }: BoundStep,
  signal: AbortSignal,
): (name: string) => Promise<readonly IndexFile[]> {
  const asked = new Map<string, Promise<readonly IndexFile[]>>()
  return (name) => {
    const known = asked.get(name)
    if (known !== undefined) return known
    const asking = Promise.all(indexes.map((index) => readIndexFiles(index, name, signal))).then((all) =>
      all.flat(),
    )
    asked.set(name, asking)
    return asking
  }
}

/** A package required by URL belongs to no index, whatever its file name. */
function agedFile(file: ResolvedFile, listed: readonly IndexFile[]): AgedFile {
  const same = file.isDirect
    ? []
    : listed.filter(
        ({ filename, sha256 }) =>
          filename === file.filename && (sha256 === undefined || sha256 === file.sha256),
      )
  const times = same.map(({ uploaded }) => uploaded)
  const known = times.filter((time) => time !== undefined)
  const isKnown = known.length > 0 && known.length === times.length
  return { ...file, listed, uploaded: isKnown ? new Date(Math.max(...known.map(Number))) : undefined }
}

const unresolved = ['install.step-failed', 'install.package-missing', 'install.package-unfit']

async function hasResolved(step: Step & { step: 'run' }, { run }: BoundOptions): Promise<boolean> {
  try {
    await run(step)
    return true
  } catch (error) {
    if (unresolved.some((code) => hasCode(error, code))) return false
    throw error
  }
}

/** Excludes the selected release and all without a file that is old enough. */
function exclude(
  { name, version, listed }: AgedFile,
  before: Date,
  excluded: Map<string, Set<string>>,
): void {
  const isOld = ({ uploaded }: IndexFile): boolean => uploaded === undefined || uploaded <= before
  const old = new Set(listed.filter(isOld).map((file) => file.version))
  const versions = listed.flatMap((file) => (old.has(file.version) ? [] : (file.version ?? [])))
  excluded.set(name, new Set([...(excluded.get(name) ?? []), ...versions, version]))
}

const publicVersion = /^[0-9A-Za-z][0-9A-Za-z.+!_-]*$/

const constraintsText = (excluded: ReadonlyMap<string, ReadonlySet<string>>): string =>
  [...excluded]
    .map(
      ([name, versions]) => [name, [...versions].filter((version) => publicVersion.test(version))] as const,
    )
    .map(([name, versions]) => `${name}${versions.map((version) => `!=${version}`).join(',')}\n`)
    .join('')

function judgeUnknown(step: BoundStep, aged: readonly AgedFile[], { notice }: BoundOptions): void {
  const unknown = aged.filter(({ uploaded }) => uploaded === undefined)
  if (unknown.length === 0) return
  const names = unknown.map(({ name, version }) => `${name} ${version}`).join(', ')
  if (step.isStrict) throw unknownAge(step, names)
  notice(
    t(
      'bound-pip.release-age-unknown-no',
      'release age unknown: no source reports when {names} was published',
      { names },
    ),
  )
}

const unknownAge = (step: BoundStep, names: string): ForbiddenError =>
  new ForbiddenError(
    'policy.release-age-unknown',
    t(
      'policy.release-age-unknown',
      'No source reports when {names} was published, and the policy is strict.',
      { names },
    ),
    { hint: exception(step) },
  )

function refusal(step: BoundStep, tooNew: readonly AgedFile[]): ForbiddenError {
  const { root, minimumAge } = step
  const releases = tooNew.map(({ name, version, uploaded = step.before }) => ({
    name,
    version,
    published: uploaded.toISOString(),
    allowed_from: allowedFrom(uploaded, minimumAge).toISOString(),
  }))
  const named = releases.map(({ name, version, allowed_from }) =>
    t('bound-pip.allowed-from', '{name} {version} (allowed from {allowed_from})', {
      name,
      version,
      allowed_from,
    }),
  )
  return new ForbiddenError(
    'policy.release-too-new',
    t(
      'policy.release-too-new',
      '{root} requires releases that are not {minimumAge} hours old, and pip finds no older ones that match: {named}.',
      { root, minimumAge, named: named.join(', ') },
    ),
    {
      hint: t('policy.release-too-new.hint', 'Install it after that. {step}', { step: exception(step) }),
      details: { releases },
    },
  )
}

const exception = ({ root }: BoundStep): string =>
  t(
    'bound-pip.allow-dependencies-any-age',
    'To allow dependencies of any age, add an exception: {cli} config set policy.release_age_exceptions {root}',
    { root },
  )
