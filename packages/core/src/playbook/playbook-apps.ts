import type { AppName } from '../manifest/app-name.ts'

interface WithSteps {
  steps: readonly { app: AppName; call: { pipe?: readonly { name: AppName }[] | undefined } }[]
}

/** The apps that a playbook uses, in the order of their first step. */
export const playbookApps = ({ steps }: WithSteps): AppName[] => [
  ...new Set(steps.flatMap(({ app, call }) => [app, ...(call.pipe ?? []).map(({ name }) => name)])),
]
