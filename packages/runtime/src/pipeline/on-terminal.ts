import { type AppRoot, argvInRoot, findTerminalStarter } from '@cli-apps/core/node'
import type { Confinement } from '../sandbox/confinement.ts'
import type { OwnTerminal } from '../streams/attached-run.ts'
import type { Stage } from './stage.ts'

/**
 * The stage with a terminal as its controlling one, so that its keys for signals work and `/dev/tty` is it. Bubblewrap itself
 * has to be in another session, or an interrupt would end it before the program could handle it.
 */
export function onTerminal({ env, ...stage }: Stage, terminal: OwnTerminal): Stage {
  // What keeps output plain for models is for terminals to decide.
  const { TERM, NO_COLOR, PAGER, ...others } = env
  const started = inRoot(stage) ?? inSystem(stage, terminal)
  return { ...stage, ...started, env: { ...others, ...terminal.environment } }
}

type Started = Pick<Stage, 'argv' | 'confinement'>

function inSystem({ argv, confinement }: Started, { path, takesErrors }: OwnTerminal): Started {
  const errors = takesErrors ? ' 2>&1' : ''
  // A session leader that opens a terminal gets it as its own.
  const start =
    confinement.kind === 'none'
      ? ['/bin/sh', '-c', `terminal=$1; shift; exec "$@" <"$terminal"${errors}`, 'sh', path]
      : ['/bin/sh', '-c', `exec setsid -c "$@"${errors}`, 'sh']
  return { confinement, argv: [...start, ...argv] }
}

/** A root need not have a shell. Its program's errors come through a pipe. */
function inRoot({ argv, confinement }: Started): Started | undefined {
  const root = confinement.kind === 'none' ? confinement.root?.root : confinement.policy.root
  if (root === undefined) return undefined
  const starter = findTerminalStarter()
  // It runs all the same; only the keys for signals do nothing.
  if (starter === undefined) return { argv, confinement }
  const shown = { ...root, binds: [...root.binds, ...starter.binds] }
  return { argv: [...starter.argv, ...argvInRoot(argv, root)], confinement: withRoot(confinement, shown) }
}

function withRoot(confinement: Confinement, root: AppRoot): Confinement {
  if (confinement.kind !== 'none') return { ...confinement, policy: { ...confinement.policy, root } }
  return confinement.root === undefined
    ? confinement
    : { ...confinement, root: { ...confinement.root, root } }
}
