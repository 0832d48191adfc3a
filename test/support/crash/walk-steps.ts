import { walkVersions } from './walk-site.ts'

/** Something that a walk does and kills: commands that run in parallel, each in one of two workspaces. */
export interface WalkStep {
  name: string
  commands: readonly WalkCommand[]
  /** An app whose program somebody changes first. */
  damages?: string
}

export interface WalkCommand {
  workspace: number
  args: readonly string[]
}

export const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(Math.random() * values.length)] as Value

const name = (): string => pick(['pack', 'tool'])
const app = (): string => `${name()}@${pick(walkVersions)}`
const somewhere = (): number => pick([0, 1])
const call = (workspace: number, ...args: string[]): WalkCommand => ({ workspace, args: [...args, '--yes'] })

/** What a walk chooses from at each step. */
export const walkSteps: readonly (() => WalkStep)[] = [
  () => ({ name: 'install', commands: [call(somewhere(), 'install', app())] }),
  () => ({
    name: 'install of several',
    commands: [
      call(somewhere(), 'install', `pack@${pick(walkVersions)}`, `tool@${pick(walkVersions)}`, 'greet'),
    ],
  }),
  () => ({ name: 'doctor --fix', damages: name(), commands: [call(somewhere(), 'doctor', '--fix')] }),
  () => ({ name: 'update', commands: [call(somewhere(), 'update', '--latest')] }),
  () => ({ name: 'uninstall', commands: [call(somewhere(), 'uninstall', name())] }),
  () => {
    const both = app()
    return { name: 'two workspaces', commands: [call(0, 'install', both), call(1, 'install', both)] }
  },
  () => ({
    name: 'install racing uninstall',
    commands: [call(0, 'install', app()), call(0, 'uninstall', name())],
  }),
  () => ({
    name: 'two repairs',
    damages: name(),
    commands: [call(0, 'doctor', '--fix'), call(1, 'doctor', '--fix')],
  }),
]
