import type { OwnTerminal } from '../streams/attached-run.ts'
import type { Stage } from './stage.ts'

/**
 * The stage with a terminal as its controlling one, so that its keys for signals work and `/dev/tty` is it. Bubblewrap itself
 * has to be in another session, or an interrupt would end it before the program could handle it.
 */
export function onTerminal(
  { argv, confinement, env, ...stage }: Stage,
  { path, takesErrors, environment }: OwnTerminal,
): Stage {
  const errors = takesErrors ? ' 2>&1' : ''
  // A session leader that opens a terminal gets it as its own.
  const start =
    confinement.kind === 'none'
      ? ['/bin/sh', '-c', `terminal=$1; shift; exec "$@" <"$terminal"${errors}`, 'sh', path]
      : ['/bin/sh', '-c', `exec setsid -c "$@"${errors}`, 'sh']
  // What keeps output plain for models is for terminals to decide.
  const { TERM, NO_COLOR, PAGER, ...others } = env
  return { ...stage, confinement, argv: [...start, ...argv], env: { ...others, ...environment } }
}
