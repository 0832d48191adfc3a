import type { AppName } from '../manifest/app-name.ts'
import type { Playbook } from './playbook.ts'

/** The apps that a playbook uses, in the order of their first step. */
export const playbookApps = ({ steps }: Pick<Playbook, 'steps'>): AppName[] => [
  ...new Set(steps.flatMap(({ app, call }) => [app, ...(call.pipe ?? []).map(({ name }) => name)])),
]
