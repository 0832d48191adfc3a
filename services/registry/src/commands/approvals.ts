import { AppName } from '@cli-apps/core'
import * as z from 'zod'
import { changeText, operatorCommand, tableText } from './operator-command.ts'

const ruleHelp =
  '--rule RULE       one rule, such as publish.similar-name; every one that can be lifted when absent'
const options = { rule: { type: 'string' } } as const
const flags = z.object({ app: AppName, rule: z.string().optional() })

export const approveCommand = operatorCommand({
  usage: 'approve APP [--rule RULE]',
  help: ['Lets an app be published that a publishing rule refuses. It need not be there yet.', '', ruleHelp],
  options,
  positionals: ['app'],
  flags,
  run: (operator, approval) => operator.approve(approval),
  text: changeText(({ app, rule }) => `${app} is approved for ${rule ?? 'every rule that can be lifted'}.`),
})

export const approveRemoveCommand = operatorCommand({
  usage: 'approve remove APP [--rule RULE]',
  help: [
    'Takes an approval back that was given in the same words. What was published with it stays.',
    '',
    '--rule RULE       the rule it names; without it, the one for every rule is meant',
  ],
  options,
  positionals: ['app'],
  flags,
  run: (operator, approval) => operator.withdrawApproval(approval),
  text: changeText(
    ({ app, rule }) => `${app} is no longer approved for ${rule ?? 'every rule that can be lifted'}.`,
    ({ app, rule }) =>
      `${app} has no approval for ${rule ?? 'every rule at once; --rule takes one back that names a rule'}.`,
  ),
})

export const approveListCommand = operatorCommand({
  usage: 'approve list',
  help: ['Lists what was approved. `approve -- list` approves an app of that name.', ''],
  flags: z.object({}),
  run: (operator) => operator.listApprovals(),
  text: ({ approvals }) =>
    tableText(
      approvals.map(({ app, rule, approved_at }) => [app, rule, approved_at]),
      'Nothing was approved.',
    ),
})
