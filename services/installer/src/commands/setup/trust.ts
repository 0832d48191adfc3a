import { cliCall, t, UsageError } from '@cli-apps/core'
import { workspaceTrustFile } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, listOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { applyTrust } from '../../trust/apply-trust.ts'
import { type DeclaredServers, serverRemarks } from '../../trust/declared-servers.ts'
import { planTrust, type TrustPlan } from '../../trust/plan-trust.ts'
import type { TrustResult } from './trust-result.ts'

export const trust: Command<TrustResult | ChangePlan> = {
  summary: 'Trust a workspace of another user, and its skill templates',
  usage: '[folder]',
  completes: ['folder'],
  isTrusting: true,
  options: {
    'package-registry': {
      type: 'string',
      value: 'URLS',
      description: 'Use package registries that its files name (comma-separated)',
    },
    'mcp-servers': {
      type: 'boolean',
      description: 'Use the MCP servers that its cli-apps.json declares, as they are now',
    },
    remove: { type: 'boolean', description: 'No longer trust the workspace' },
    ...changeOptions,
  },
  async run(args, options, context) {
    if (args.length > 1)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many.trust-one-workspace-time', 'Trust one workspace at a time.'),
        {
          hint: `${cliCall()} trust [folder]`,
        },
      )
    const registries = listOption(options, 'package-registry')
    const hasServers = options['mcp-servers'] === true
    const asked = { folder: args[0], registries, hasServers, isRemoval: options.remove === true }
    const plan = await planTrust(asked, context)
    return carryOut(changePlanOf(plan, context), options, context, async () => {
      await applyTrust(plan, context)
      return {
        value: resultOf(plan),
        text: outcomeText(plan),
      }
    })
  },
}

/** Only parts were asked for. */
const isForParts = ({ untrusted, templates, registries, changesServers }: TrustPlan): boolean =>
  untrusted === undefined && templates === undefined && (registries.length > 0 || changesServers)

function outcomeText(plan: TrustPlan): string {
  const { root, isRemoval } = plan
  if (isForParts(plan)) return partsText(plan)
  return isRemoval
    ? t('trust.no-longer-trusted', '{root}: no longer trusted.', { root })
    : t('trust.trusted', '{root}: trusted.', { root })
}

const partsText = (plan: TrustPlan): string =>
  [
    ...(plan.registries.length > 0 ? [registriesText(plan)] : []),
    ...(plan.changesServers ? [serversText(plan)] : []),
  ].join('\n')

const serversText = ({ root, isRemoval }: TrustPlan): string =>
  isRemoval
    ? t('trust.no-longer-uses-servers', '{root} no longer uses the MCP servers that it declares.', { root })
    : t(
        'trust.uses-servers',
        '{root} uses the MCP servers that it declares, with "{cli} mcp --with-servers".',
        { root },
      )

function registriesText({ root, registries, isRemoval }: TrustPlan): string {
  return isRemoval
    ? t('trust.no-longer-installs-packages', '{root} no longer installs packages from {registries}.', {
        root,
        registries: registries.join(', '),
      })
    : t('trust.installs-packages-from', '{root} installs packages from {registries}.', {
        root,
        registries: registries.join(', '),
      })
}

const changePlanOf = (plan: TrustPlan, { config }: CommandContext): ChangePlan => {
  const { root, untrusted, templates, registries, servers, isRemoval, isChange } = plan
  return {
    command: 'trust',
    workspace: root,
    changes: [
      {
        subject: root,
        summary: !isChange
          ? t('trust.no-changes', 'no changes for {root}', { root })
          : isRemoval
            ? t('trust.no-longer-trust', 'no longer trust {root}', { root })
            : t('trust.trust', 'trust {root}', { root }),
        effects: isChange ? writes(workspaceTrustFile(config.home)) : [],
        permissions: [],
        remarks: remarksOf(plan),
        facts: {
          owner: untrusted?.owner ?? null,
          templates: templates?.digest ?? null,
          registries,
          mcp_servers: servers?.digest ?? null,
        },
      },
    ],
  }
}

const remarksOf = ({ untrusted, templates, registries, servers, isRemoval }: TrustPlan): string[] => [
  ...registries.map((url) =>
    isRemoval
      ? t('trust.package-managers-no-longer', 'package managers no longer use {url} in this workspace', {
          url,
        })
      : t(
          'trust.package-managers-use-workspace',
          'package managers use {url} in this workspace, instead of your own registry',
          { url },
        ),
  ),
  ...(servers === undefined ? [] : serversRemarks(servers)),
  ...(untrusted === undefined
    ? []
    : [
        t('trust.user-created-can-change', 'user {owner} created {path} and can change it', {
          owner: untrusted.owner,
          path: untrusted.path,
        }),
      ]),
  ...(templates === undefined
    ? []
    : [
        t(
          'trust.text-skill-templates-reaches',
          'the text of its skill templates reaches models: {folder} ({digest})',
          { folder: templates.folder, digest: templates.digest },
        ),
      ]),
]

const serversRemarks = ({ servers }: DeclaredServers): string[] => [
  ...servers.flatMap(serverRemarks),
  t(
    'trust.servers-reach-models',
    'the tools of these servers and their texts reach models; programs run in a sandbox that reads this workspace and reaches the network',
  ),
]

const resultOf = ({
  root,
  untrusted,
  templates,
  registries,
  servers,
  isRemoval,
  isChange,
}: TrustPlan): TrustResult => ({
  workspace: root,
  changed: isChange,
  owner: untrusted?.owner ?? null,
  templates: templates === undefined ? null : { folder: templates.folder, digest: templates.digest },
  registries,
  mcp_servers:
    servers === undefined ? null : { names: servers.servers.map(({ name }) => name), digest: servers.digest },
  trusted: !isRemoval,
})
