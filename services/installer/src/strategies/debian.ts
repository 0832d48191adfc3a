import { realpath } from 'node:fs/promises'
import path from 'node:path'
import {
  type DebianArchitecture,
  DebianClosure,
  debianArchitecture,
  IntegrityError,
  type MethodOf,
  Platform,
  t,
} from '@cli-apps/core'
import { isExecutableFile, isInside, readJson } from '@cli-apps/core/node'
import type { Strategy, StrategyHost } from './strategy.ts'

/** Where the programs of Debian's packages are. */
const programFolders = ['usr/bin', 'usr/sbin', 'usr/games']

/** Programs of Debian on any Linux: their packages, unpacked into a root of their own in the store. */
export const debian: Strategy<MethodOf<'debian'>, undefined> = {
  owner: 'store',
  refuse: (_method, { noSandbox }) =>
    noSandbox === undefined
      ? undefined
      : t(
          'debian.refuse',
          'Debian programs run in a root of their own, which needs bubblewrap: {noSandbox}',
          {
            noSandbox,
          },
        ),
  runsOn: (host) => String(architectureOf(host)),
  detect: async () => undefined,

  plan(method, { host, prefix }) {
    const architecture = architectureOf(host)
    const facts = method.architectures[architecture]
    if (facts === undefined) throw new RangeError(`no packages for ${host.platform}`)
    const { closure, packages, size, installed_size } = facts
    return {
      steps: [{ step: 'root', architecture, closure, packages, size, to: prefix }],
      undo: [],
      adopted: false,
      size: { bytes: size, of: 'download' },
      remarks: [
        t(
          'debian.remark',
          '{package} {version} of Debian {suite} with what it needs, {packages} packages, {size} MB unpacked; none of their scripts is run',
          {
            package: method.package,
            version: method.version,
            suite: method.suite,
            packages,
            size: (installed_size / 1e6).toFixed(1),
          },
        ),
      ],
    }
  },

  async find(_method, { bin, prefix }) {
    const program = await findInRoot(prefix, bin)
    if (program === undefined)
      throw new IntegrityError(
        'install.no-executable',
        t('install.no-executable.debian', 'The Debian packages do not contain the program {bin}.', { bin }),
        {
          hint: t(
            'install.no-executable.hint.debian',
            'The manifest names the wrong package or program. Report it to the registry of the app.',
          ),
        },
      )
    const { packages } = await readClosure(prefix)
    return {
      argv: [program],
      artifacts: packages.map(({ package: name, version, sha256 }) => ({
        name,
        version,
        integrity: `sha256:${sha256}`,
      })),
    }
  },

  async findOther(_method, { bin, prefix }) {
    const program = await findInRoot(prefix, bin)
    return program === undefined ? undefined : [program]
  },
}

function architectureOf({ platform }: StrategyHost): DebianArchitecture {
  const architecture = debianArchitecture(Platform.parse(platform))
  if (architecture === undefined) throw new RangeError(`no Debian for ${platform}`)
  return architecture
}

/** Its links are relative and stay inside, so that they lead to the same file from outside. */
async function findInRoot(prefix: string, bin: string): Promise<string | undefined> {
  const root = path.join(prefix, 'root')
  for (const folder of programFolders) {
    const file = path.join(root, folder, bin)
    if (!(await isExecutableFile(file))) continue
    if (isInside(await realpath(root), await realpath(file))) return file
  }
  return undefined
}

async function readClosure(prefix: string): Promise<DebianClosure> {
  const file = path.join(prefix, 'closure.json')
  const what = t('debian.closure', 'The list of Debian packages of a program')
  const found = await readJson(file, DebianClosure, { what, code: 'store.corrupt', repair: '' })
  if (found === undefined) throw new RangeError(`${file} is missing`)
  return found
}
