/*
 * Runs a program in a throwaway root: `enter-root.mjs '{"base", "layer", "binds"}' program args…`. Called in a mount namespace
 * of its own, so that what it mounts is gone with it, however it ends.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const [spec = '', ...argv] = process.argv.slice(2)
const { base, layer, binds, environment } = JSON.parse(spec)
const at = (name) => path.join(layer, name)

const mounted = spawnSync(
  'mount',
  [
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${base},upperdir=${at('upper')},workdir=${at('work')}`,
    at('root'),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
if (mounted.status !== 0) process.exit(125)

const { status } = spawnSync(
  'bwrap',
  [
    ...['--bind', at('root'), '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run', '--tmpfs', '/tmp'],
    ...Object.entries(binds).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    // Packages that start services find nobody of the host to talk to; dpkg needs what root may do.
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', 'verification', '--cap-add', 'ALL'],
    ...['--die-with-parent', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', '/root', '--', ...argv],
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 125)
