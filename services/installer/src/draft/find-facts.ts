import { type AppName, NotFoundError, t } from '@cli-apps/core'
import { findProgram } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import { debianFacts } from './debian-facts.ts'
import { npmFacts } from './npm-facts.ts'
import type { PackageFacts } from './package-facts.ts'
import { programFacts } from './program-facts.ts'

/** Where to look, as named on the command line. */
interface NamedSources {
  npm: string | undefined
  apt: string | undefined
  program: string | undefined
}

interface FoundFacts {
  facts: PackageFacts[]
  /** What could not be asked or read. */
  notices: string[]
}

/**
 * Collects what the named package and program say, or those of the app's name if none is named. A package that brought the
 * program is a source as well. Throws `NotFoundError` `new.no-package` for a named package that is not there, and
 * `inspect.no-program` for a named program.
 */
export async function findFacts(
  name: AppName,
  named: NamedSources,
  context: CommandContext,
): Promise<FoundFacts> {
  const isNamed = Object.values(named).some((one) => one !== undefined)
  // Looks up only what is named, because something of the same name elsewhere may be another program.
  const word = isNamed ? named.program : (await findProgram(name, context.environment)) && name
  const program = word === undefined ? undefined : await programFacts(word, context)
  const npm = await fromNpm(named.npm ?? program?.packages.npm ?? (isNamed ? undefined : name), context)
  const apt = named.apt ?? program?.packages.apt ?? (isNamed ? undefined : name)
  const debian = apt === undefined ? undefined : await debianFacts(apt, context)
  if (named.npm !== undefined && (typeof npm === 'string' || npm === undefined))
    throw noPackage('npm', named.npm, npm)
  if (named.apt !== undefined && debian === undefined) throw noPackage('Debian', named.apt)
  const found = [typeof npm === 'string' ? undefined : npm, debian, program]
  const notices = [program?.unread, typeof npm === 'string' ? npm : undefined]
  return {
    facts: found.filter((one) => one !== undefined),
    notices: notices.filter((one) => one !== undefined),
  }
}

/** `undefined` where npm is not asked; a package without executables is none for us. */
async function fromNpm(
  name: string | undefined,
  context: CommandContext,
): Promise<PackageFacts | string | undefined> {
  if (name === undefined) return undefined
  if (context.isOffline) return t('new.offline', 'npm is not asked with --offline')
  const host = await readStrategyHost([], context)
  const facts = await npmFacts(name, { host, signal: context.signal })
  if (typeof facts === 'string' || facts.executables.length > 0) return facts
  return t('new.no-executable', 'the npm package {name} has no executable', { name })
}

const noPackage = (index: string, name: string, reason = ''): NotFoundError =>
  new NotFoundError(
    'new.no-package',
    t('new.no-package', '{index} has no package {name} with an executable{reason}.', {
      ...{ index, name: JSON.stringify(name) },
      reason: reason === '' ? '' : ` (${reason})`,
    }),
    { hint: t('new.no-package.hint', 'Check its name, and that its index can be reached.') },
  )
