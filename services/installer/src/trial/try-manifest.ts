import path from 'node:path'
import {
  estimateTokens,
  type InstallRecord,
  ProcessError,
  readManifest,
  t,
  UnsupportedError,
} from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import { readAllowances, readMethod } from '../commands/change/install-options.ts'
import type { CommandContext } from '../context.ts'
import { tryRecipes } from '../health/try-recipes.ts'
import { installChangePlan } from '../install/describe-install.ts'
import { installApps } from '../install/install-apps.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planInstall } from '../install/plan-install.ts'
import { carryOut } from '../plan/carry-out.ts'
import { readManifestFile } from '../publisher/read-manifest-file.ts'
import { type Verdict, verdictOf } from '../publisher/verdict.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
import { aboutManifest } from './about-manifest.ts'
import { openTrialPlace } from './trial-place.ts'
import type { TryResult } from './try-result.ts'
import { tryText } from './try-text.ts'

/**
 * Installs a manifest file in a place of its own, runs its recipes there, renders its skill and judges it by the rules for
 * publishing. Nothing stays but with `--keep`. The exit status is 3 for a manifest that would be refused, and 8 where a recipe
 * failed. Throws what reading, planning and installing throw, and `UnsupportedError` `try.system` for a method that would change
 * the system.
 */
export async function tryManifest(
  args: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<TryResult | ChangePlan>> {
  const { file: word, publication } = await readManifestFile(args, { command: 'try', cwd: context.cwd })
  const verdict = await verdictOf(publication, undefined)
  const wanted = {
    name: readManifest(publication.manifest, word).name,
    file: path.resolve(context.cwd, word),
    ...{ range: 'latest', isExplicit: false },
  }
  await using place = await openTrialPlace(context)
  const planned = await planInstall(wanted, place.context, {
    ...{ registry: undefined, agents: undefined, adopt: false, skillLanguage: context.askedLanguage },
    ...{ only: readMethod(options), isYes: options.yes === true, ...readAllowances(options) },
  })
  const plan = { ...planned, isTrial: true }
  requireOwnPlace(plan)
  // Awaited here, because the place goes when this function returns.
  return await carryOut(installChangePlan('try', [plan], place.context), options, context, async () => {
    const yes = options.yes === true
    const [app] = await installApps([plan], place.context, { command: 'try', isYes: yes }).catch(
      (error: unknown) => {
        throw aboutManifest(error, plan, publication)
      },
    )
    if (app === undefined) throw new RangeError('a plan leads to a record')
    if (options.keep === true) place.keep()
    const kept = options.keep === true ? place.folder : null
    const result = await resultOf(app.record, { verdict, kept, context: place.context })
    const hasFailed = result.recipes.some(({ outcome }) => outcome === 'failed')
    return {
      value: result,
      text: tryText(result, { showsSkill: options.skill === true }),
      exitStatus: result.issues.length > 0 ? 3 : hasFailed ? 8 : 0,
    }
  })
}

interface Tried {
  verdict: Verdict
  kept: string | null
  context: CommandContext
}

async function resultOf(
  { name, version, method, skill }: InstallRecord,
  { verdict, kept, context }: Tried,
): Promise<TryResult> {
  const text = await readSkillText(context.workspace, skill.path)
  if (text === undefined)
    throw new ProcessError(
      'try.no-skill',
      t('try.no-skill', 'The install of {name} left no skill.', { name }),
    )
  const { recipes } = await tryRecipes(name, context)
  return {
    ...{ name, version, method, recipes, kept },
    skill: { tokens: estimateTokens(text), text },
    issues: [...verdict.issues],
    held: [...verdict.held],
  }
}

/** What a package manager of the system installs would stay, for every user of the machine. */
function requireOwnPlace({ name, method: { method }, entry, steps }: InstallPlan): void {
  if (entry !== null || steps.length === 0) return
  throw new UnsupportedError(
    'try.system',
    t('try.system', '{name} would be installed with {method}, for the whole system.', { name, method }),
    { hint: t('try.system.hint', 'Choose a method that installs in the store: --method KIND.') },
  )
}
