import { UnsupportedError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import type { ContainerSandbox } from '../sandbox.ts'

/** Variables with paths that differ between engine and program; none is secret. */
const places = new Set([
  'HOME',
  'PATH',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
])

/** Whether the program's own value is passed on the command line. All others pass through the client's environment. */
export const isPlace = (name: string): boolean => places.has(name)

/** Variables that configure engine clients, their libraries and their loader. */
const steering =
  /^(DOCKER|_?CONTAINERS?|PODMAN|BUILDAH|BUILDKIT|REGISTRY|STORAGE|NETAVARK|LD|XDG|DBUS|NOTIFY|LISTEN)_|^GO[A-Z]+$|^SSH_AUTH_SOCK$/

/**
 * Returns the environment of the engine's client, so that it can pass `environment` to the program without values on a
 * command line. Throws `UnsupportedError` `sandbox.engine-variable` for a variable that would configure the engine
 * itself.
 */
export function containerEnvironment(
  environment: Readonly<Record<string, string>>,
  sandbox: ContainerSandbox,
): Record<string, string> {
  const own = sandbox.environment
  for (const [name, value] of Object.entries(environment)) {
    if (isPlace(name)) continue
    const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    const isOther = own[name] !== value
    if (!isName || (isOther && (steering.test(name) || own[name] !== undefined))) throw refused(name)
  }
  // A path that the client itself does not have must not come from the program either.
  return { ...Object.fromEntries(Object.entries(environment).filter(([name]) => !isPlace(name))), ...own }
}

const refused = (name: string): UnsupportedError =>
  new UnsupportedError(
    'sandbox.engine-variable',
    t(
      'sandbox.engine-variable',
      'The variable {name} cannot be given to an app in a container: the engine obeys it, or has another value for it.',
      { name: JSON.stringify(name) },
    ),
    {
      hint: t(
        'sandbox.engine-variable.hint',
        'Take it out of what is granted, or use a sandbox without a container.',
      ),
    },
  )
