import path from 'node:path'
import { type AppName, estimateTokens, ProcessError, skillFile, t, UnsupportedError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { listInstalled, readRecord } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import { install } from '../commands/change/install.ts'
import type { CommandContext } from '../context.ts'
import { tryRecipes } from '../health/try-recipes.ts'
import { carryOut } from '../plan/carry-out.ts'
import { outsideRemark } from '../publisher/manifest-reference.ts'
import { readManifestFile } from '../publisher/read-manifest-file.ts'
import { type Verdict, verdictOf } from '../publisher/verdict.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
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
  const { file, publication } = await readManifestFile(args, { command: 'try', cwd: context.cwd })
  const verdict = await verdictOf(publication, undefined)
  await using place = await openTrialPlace(context)
  const words = [path.resolve(context.cwd, file)]
  const planned = await install.run(words, { ...options, 'dry-run': true }, place.context)
  const plan = trialPlan(ChangePlan.parse(planned.value))
  requireOwnPlace(plan)
  // Awaited here, because the place goes when this function returns.
  return await carryOut(plan, options, context, async () => {
    // The person has seen the plan.
    const output = { ...place.context.output, isJson: true }
    await install.run(words, { ...options, yes: true }, { ...place.context, output })
    const [name] = await listInstalled(place.context.workspace)
    if (name === undefined) throw new RangeError('an install leads to a record')
    if (options.keep === true) place.keep()
    const kept = options.keep === true ? place.folder : null
    const result = await resultOf(name, { verdict, kept, context: place.context })
    const hasFailed = result.recipes.some(({ outcome }) => outcome === 'failed')
    return {
      value: result,
      text: tryText(result, { showsSkill: options.skill === true }),
      exitStatus: result.issues.length > 0 ? 3 : hasFailed ? 8 : 0,
    }
  })
}

/** Nobody will clone the workspace of a trial. */
const trialPlan = ({ changes, ...plan }: ChangePlan): ChangePlan => ({
  ...plan,
  command: 'try',
  changes: changes.map((change) => ({
    ...change,
    remarks: change.remarks.filter((remark) => remark !== outsideRemark()),
  })),
})

interface Tried {
  verdict: Verdict
  kept: string | null
  context: CommandContext
}

async function resultOf(name: AppName, { verdict, kept, context }: Tried): Promise<TryResult> {
  const record = await readRecord(context.workspace, name)
  const text = await readSkillText(context.workspace, `skills/cli-app-${name}/${skillFile}`)
  if (record === undefined || text === undefined)
    throw new ProcessError(
      'try.no-skill',
      t('try.no-skill', 'The install of {name} left no skill.', { name }),
    )
  const { recipes } = await tryRecipes(name, context)
  return {
    name,
    version: record.version,
    method: record.method,
    recipes,
    skill: { tokens: estimateTokens(text), text },
    issues: [...verdict.issues],
    held: [...verdict.held],
    kept,
  }
}

/** What a package manager of the system installs would stay, for every user of the machine. */
function requireOwnPlace({ changes }: ChangePlan): void {
  for (const { facts, effects } of changes)
    if (facts.store === null && effects.some(({ effect }) => effect === 'run'))
      throw new UnsupportedError(
        'try.system',
        t('try.system', 'It would be installed with {method}, for the whole system.', {
          method: String(facts.method),
        }),
        { hint: t('try.system.hint', 'Choose a method that installs in the store: --method KIND.') },
      )
}
