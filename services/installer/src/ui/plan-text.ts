import type { InstallPlan } from '../install/install-plan.ts'
import type { UninstallPlan } from '../install/uninstall-apps.ts'
import type { Step } from '../strategies/step.ts'

/** A plan as `--dry-run --json` prints it. */
export const describePlan = (plan: InstallPlan) => ({
  name: plan.name,
  version: plan.version,
  range: plan.range,
  registry: plan.registry,
  digest: plan.digest,
  signed_by: plan.signature?.key ?? null,
  platform: plan.platform,
  method: plan.method.method,
  source: plan.source,
  adopted: plan.adopted,
  store: plan.entry?.folder ?? null,
  steps: plan.steps.map(describeStep),
  refusals: plan.refusals,
  notices: plan.notices,
})

const describeStep = (step: Step) => (step.step === 'write' ? { step: step.step, file: step.file } : step)

/** A plan for people: what is chosen and why, what will run, be downloaded and be written. */
export function planText(plan: InstallPlan): string {
  const { name, version, method, source, refusals, registry, signature } = plan
  const how = {
    present: 'is installed already',
    store: `with ${method.method}, which the store has already`,
    build: `with ${method.method}`,
    system: plan.adopted ? 'on this machine already, to be adopted' : `with ${method.method}`,
  }[source]
  return [
    `${name} ${version} ${how}  (from ${registry}${signature === null ? '' : `, signed by ${signature.key}`})`,
    ...refusals.map(({ method: refused, reason }) => `  not ${refused}: ${reason}`),
    ...plan.notices.map((notice) => `  note    ${notice}`),
    ...plan.steps.map((step) => `  ${stepText(step)}`),
    ...(plan.entry === null ? [] : [`  store   ${plan.entry.folder}`]),
    `  skill   skills/cli-app-${name}/`,
  ].join('\n')
}

export function stepText(step: Step): string {
  switch (step.step) {
    case 'run':
      return `run     ${step.argv.map(quoted).join(' ')}`
    case 'download':
      return `fetch   ${step.url} (${step.size === undefined ? '' : `${(step.size / 1e6).toFixed(1)} MB, `}sha256 ${step.sha256})`
    case 'unpack':
      return `unpack  ${step.archive} to ${step.to}`
    case 'write':
      return `write   ${step.file}`
  }
}

/** For reading only; nothing is ever given to a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))

export function uninstallText({ record, steps }: UninstallPlan): string {
  const kept = record.adopted
    ? '  the program stays: it was there before'
    : record.store === null
      ? ''
      : '  the program stays in the store'
  return [
    `remove ${record.name} ${record.version} from this workspace`,
    ...steps.map((step) => `  ${stepText(step)}`),
    steps.length > 0 ? '' : kept,
  ]
    .filter((line) => line !== '')
    .join('\n')
}
