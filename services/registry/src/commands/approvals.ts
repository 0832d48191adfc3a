import { AppName, EntryVersion, YankRequest } from '@cli-apps/core'
import * as z from 'zod'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

const ruleOption = {
  rule: {
    type: 'string',
    value: 'RULE',
    description: 'One rule, such as publish.similar-name; default: every rule that can be lifted',
  },
} as const
const flags = z.object({ app: AppName, rule: z.string().optional() })

/** `jq@1.8.1` */
const ExactVersion = z.string().transform((text, context) => {
  const at = text.lastIndexOf('@')
  const parsed = z
    .object({ app: AppName, version: EntryVersion })
    .safeParse({ app: text.slice(0, at), version: text.slice(at + 1) })
  if (at > 0 && parsed.success) return parsed.data
  context.addIssue('must be an app and its version, such as jq@1.8.1')
  return z.NEVER
})
const AppOrVersion = z.union([AppName.transform((app) => ({ app })), ExactVersion])

export const approveCommand = operatorCommand({
  about:
    'Publish a held version: approve jq@1.8.1. "held" lists them. Without a version, lift the publish rules that refuse or hold an app. The app need not exist yet.',
  options: ruleOption,
  positionals: { app: 'A held version, such as jq@1.8.1, or an app' },
  flags: z
    .object({ app: AppOrVersion, rule: z.string().optional() })
    .refine(
      ({ app, rule }) => !('version' in app) || rule === undefined,
      '--rule is for an app, not for a version',
    ),
  run: (operator, { app, rule }) =>
    'version' in app ? operator.approveVersion(app) : operator.approve({ ...app, ...(rule && { rule }) }),
  text: changeText(({ app, rule }) =>
    'version' in app
      ? `${app.app} ${app.version} is published.`
      : `${app.app} is approved for ${rule ?? 'every rule that can be lifted'}.`,
  ),
})

export const rejectCommand = operatorCommand({
  about: 'Keep a held version from being published. Its publisher reads the reason.',
  options: { reason: { type: 'string', required: true, value: 'TEXT', description: 'Why' } },
  positionals: { app: 'A held version, such as jq@1.8.1' },
  flags: z.object({ app: ExactVersion, reason: YankRequest.shape.reason }),
  run: (operator, { app, reason }) => operator.rejectVersion({ ...app, reason }),
  text: changeText(({ app }) => `${app.app} ${app.version} is rejected.`),
})

export const heldCommand = operatorCommand({
  about: 'List held versions with the reasons, and rejected versions.',
  flags: z.object({}),
  run: (operator) => operator.listHeld(),
  text: ({ items }) =>
    items.length === 0
      ? 'No version is held.'
      : items
          .map(({ name, version, status, held_by, held_at, reasons }) =>
            [
              `${name}@${version}  ${status}  by ${held_by}  ${held_at}`,
              ...reasons.map(({ path, message }) => `  ${path}: ${message}`),
            ].join('\n'),
          )
          .join('\n'),
})

export const approveRemoveCommand = operatorCommand({
  about: 'Remove an approval of exactly this app and rule. Versions that it let through stay.',
  options: {
    rule: {
      type: 'string',
      value: 'RULE',
      description: 'The rule of the approval; default: the approval for every rule',
    },
  },
  positionals: { app: 'The app of the approval' },
  flags,
  run: (operator, approval) => operator.withdrawApproval(approval),
  text: changeText(
    ({ app, rule }) => `${app} is no longer approved for ${rule ?? 'every rule that can be lifted'}.`,
    ({ app, rule }) =>
      `${app} has no approval for ${rule ?? 'every rule; --rule removes an approval of one rule'}.`,
  ),
})

export const approveListCommand = operatorCommand({
  about: 'List approvals. `approve -- list` approves the app named list.',
  flags: z.object({}),
  run: (operator) => operator.listApprovals(),
  text: ({ approvals }) =>
    columnsText(
      approvals.map(({ app, rule, approved_at }) => [app, rule, approved_at]),
      'There are no approvals.',
    ),
})
