import { CommandNode, type Digest, type MethodKind, toLine, walkCommands } from '@cli-apps/core'
import { ErrorDocument, InstallResult } from '@cli-apps/core/results'
import * as z from 'zod'
import { VerifyResult } from '../../../services/installer/src/health/health-results.ts'
import { SkillLintResult } from '../../../services/installer/src/skill/skill-lint-result.ts'
import { mustTell } from '../check/versions.ts'
import type { CatalogEntry } from '../entries.ts'
import type { Verification } from '../verification-log.ts'
import type { VerificationRoot } from './verification-root.ts'

/** The outcome of a verification run, and the command tree if the app passed. */
export interface VerifiedApp {
  verification: Verification
  commands: CommandNode | null
  /** The version of the program whose help it is; null where nothing tells it. */
  programVersion: string | null
  /** Digest of the files whose help it is; `undefined` for a program of the system. */
  files: Digest | undefined
}

/** Milliseconds that a step may take. */
const limits = {
  install: 900_000,
  inspect: 400_000,
  verify: 60_000,
  lint: 60_000,
  uninstall: 300_000,
} as const

/** Thrown within a verification run: the step that failed, and why. */
class StepFailed extends Error {}

/**
 * Installs an app as a user does, which checks its version; then reads its commands, lints its
 * skill, uninstalls it, and checks that nothing is left behind.
 */
export async function verifyApp(
  { name, manifest, digest }: CatalogEntry,
  kind: MethodKind,
  root: VerificationRoot,
): Promise<VerifiedApp> {
  const seconds = { install: 0, inspect: 0, lint: 0, uninstall: 0 }
  const verification: Verification = {
    name,
    version: manifest.version,
    digest,
    outcome: 'failed',
    method: kind,
    node: process.versions.node,
    program_version: null,
    commands: null,
    score: null,
    seconds,
    reason: null,
  }
  const step = async <Schema extends z.core.$ZodType>(
    what: keyof typeof limits,
    args: readonly string[],
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    const start = performance.now()
    const result = await root.cliApps([...args, '--json'], limits[what])
    if (what !== 'verify') seconds[what] = Math.round((performance.now() - start) / 100) / 10
    if (result.timedOut) throw new StepFailed(`${what}: not done within ${limits[what] / 1000} s`)
    const json = parsed(result.text)
    const refused = ErrorDocument.safeParse(json)
    if (refused.success)
      throw new StepFailed(`${what}: ${refused.data.error.message} ${refused.data.error.hint ?? ''}`)
    if (result.exitCode !== 0)
      throw new StepFailed(`${what}: ${faultsIn(json) ?? `ended with ${result.exitCode}`}`)
    return z.parse(schema, json)
  }

  let commands: CommandNode | null = null
  let programVersion: string | null = null
  let files: Digest | undefined
  try {
    const { installed } = await step('install', installCall(name, manifest.install, kind), InstallResult)
    verification.program_version = installed[0]?.program_version ?? null
    if (verification.program_version === null && mustTell(manifest))
      throw new StepFailed(`install: ${manifest.entry_point} printed no version`)
    const tree = await step('inspect', ['inspect', name], CommandNode)
    verification.commands = [...walkCommands(tree)].length - 1
    const { apps } = await step('verify', ['verify', name], VerifyResult)
    verification.score = (await step('lint', ['skill', 'lint', name], Linted)).score
    await step('uninstall', ['uninstall', name, '--yes'], z.unknown())
    const wasThere = installed[0]?.adopted === true
    await requireGone(name, wasThere ? [] : manifest.install, kind, root)
    verification.outcome = 'proven'
    commands = tree
    programVersion = installed[0]?.installed_version ?? null
    files = apps[0]?.files.digest
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    verification.reason = toLine(error.message.replaceAll(/\/(?:root|tmp)\/[^\s"']*/g, '…'), 400)
  }
  return { verification, commands, programVersion, files }
}

const Linted = z.object({ score: z.number() })

/** Errors that the linter found in a skill. */
function faultsIn(json: unknown): string | undefined {
  const report = SkillLintResult.safeParse(json)
  return report.data?.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) => `${file}:${line} ${message}`)
    .join('; ')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The arguments that install an app by a method, with what it needs to be allowed. */
export function installCall(
  name: string,
  methods: CatalogEntry['manifest']['install'],
  kind: MethodKind,
): string[] {
  const scripts = methods.flatMap((method) => (method.method === 'npm' ? (method.scripts ?? []) : []))
  return [
    ...['install', name, '--method', kind, '--yes', '--wait', '--allow-general'],
    ...(scripts.length === 0 ? [] : ['--allow-scripts', scripts.join(',')]),
  ]
}

/** What an uninstalled app may not leave behind: its record, its skill, the packages of these methods, and its program once the store is pruned. */
async function requireGone(
  name: string,
  methods: CatalogEntry['manifest']['install'],
  kind: MethodKind,
  root: VerificationRoot,
): Promise<void> {
  const left: string[] = []
  if ((await root.list('root/workspace/.cli-apps/apps')).includes(`${name}.json`)) left.push('its record')
  if ((await root.list('root/workspace/skills')).includes(`cli-app-${name}`)) left.push('its skill')
  for (const method of methods) {
    if (method.method !== 'apt' || kind !== 'apt') continue
    const status = await root.run(
      ['dpkg-query', '--show', '--showformat=${db:Status-Status}', '--', method.package],
      20_000,
    )
    if (status.text === 'installed') left.push(`the package ${method.package}`)
  }
  await root.cliApps(['cache', 'prune', '--all', '--yes', '--json'], 120_000)
  if ((await root.list(`root/.local/share/cli-apps/store/${name}`)).length > 0) left.push('its program')
  if (left.length > 0) throw new StepFailed(`uninstall: left ${left.join(' and ')} behind`)
}
