import { UsageError } from '@cli-apps/core'
import { workspaceTrustFile } from '@cli-apps/core/node'
import type { ChangePlan, TrustResult } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { carryOut } from '../plan/carry-out.ts'
import { writes } from '../plan/planned-effect.ts'
import { applyTrust } from '../trust/apply-trust.ts'
import { planTrust, type TrustPlan } from '../trust/plan-trust.ts'

export const trust: Command<TrustResult | ChangePlan> = {
  summary: 'Trust a workspace of another user, and the skill templates of one',
  usage: '[folder]',
  completes: ['folder'],
  isTrusting: true,
  options: {
    remove: { type: 'boolean', description: 'Trust it no longer' },
    ...changeOptions,
  },
  async run(args, options, context) {
    if (args.length > 1)
      throw new UsageError('cli.too-many', 'Trust one workspace at a time.', {
        hint: 'cli-apps trust [folder]',
      })
    const plan = await planTrust(args[0], options.remove === true, context)
    return carryOut(changePlanOf(plan, context), options, context, async () => {
      await applyTrust(plan, context)
      return {
        value: resultOf(plan),
        text: `${plan.root}: ${plan.isRemoval ? 'trusted no longer' : 'trusted'}.`,
      }
    })
  },
}

const changePlanOf = (plan: TrustPlan, { config }: CommandContext): ChangePlan => {
  const { root, foreign, templates, isRemoval, isChange } = plan
  return {
    command: 'trust',
    workspace: root,
    changes: [
      {
        subject: root,
        summary: !isChange
          ? `nothing changes for ${root}`
          : isRemoval
            ? `trust ${root} no longer`
            : `trust ${root}`,
        effects: isChange ? writes(workspaceTrustFile(config.home)) : [],
        permissions: [],
        remarks: [
          ...(foreign === undefined
            ? []
            : [`user ${foreign.owner} made ${foreign.path}, and can change what it says`]),
          ...(templates === undefined
            ? []
            : [`what its skill templates say reaches models: ${templates.folder} (${templates.digest})`]),
        ],
        facts: { owner: foreign?.owner ?? null, templates: templates?.digest ?? null },
      },
    ],
  }
}

const resultOf = ({ root, foreign, templates, isRemoval, isChange }: TrustPlan): TrustResult => ({
  workspace: root,
  changed: isChange,
  owner: foreign?.owner ?? null,
  templates: templates === undefined ? null : { folder: templates.folder, digest: templates.digest },
  trusted: !isRemoval,
})
