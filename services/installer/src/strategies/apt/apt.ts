import { type MethodOf, NotFoundError, ProcessError, t } from '@cli-apps/core'
import type { Strategy } from '../strategy.ts'
import {
  candidateVersion,
  type DebianFacts,
  dpkgVersion,
  findExecutable,
  refusePattern,
  simulateInstall,
  simulateRemoval,
  stillAutomatic,
  substitutedPackage,
} from './apt-facts.ts'
import { aptDetails, aptRemarks } from './apt-remarks.ts'
import { aptRemoval, carefully, privileged, proofOfInstall } from './apt-steps.ts'

/**
 * Debian packages. A package that was already installed is adopted and never removed; the system decides the version.
 */
export const apt: Strategy<MethodOf<'apt'>, DebianFacts> = {
  owner: 'system',
  systemName: ({ package: name }) => name,
  refuse: (_method, host) =>
    host.isRoot || host.paths.sudo !== undefined
      ? undefined
      : t('apt.apt-needs-root-sudo', 'apt needs root or sudo'),
  runsOn: () => 'debian',

  async detect(method, host) {
    const [installed, candidate] = await Promise.all([
      dpkgVersion(method, host),
      candidateVersion(method, host),
    ])
    if (installed === null && candidate === null) refusePattern(method)
    const isNew = installed === null && candidate !== null
    return { installed, candidate, ...(isNew ? await simulateInstall(method, host) : nothingElse) }
  },

  plan(method, { host, facts }) {
    const offered = facts.candidate === null ? {} : { offeredVersion: facts.candidate }
    if (facts.installed !== null)
      return { steps: [], undo: [], adopted: true, packageVersion: facts.installed, ...offered }
    const update = privileged(host, t('apt.read-package-lists', 'read the package lists'), ['update'])
    const install = privileged(
      host,
      t('apt.install-apt', 'install {package} with apt', { package: method.package }),
      ['install', ...carefully, '--', method.package],
    )
    return {
      steps: facts.candidate === null ? [update, proofOfInstall(method, host), install] : [install],
      undo: [aptRemoval(method, host)],
      adopted: false,
      ...(facts.candidate !== null && { packageVersion: facts.candidate }),
      companions: facts.companions,
      remarks: aptRemarks(method, facts),
      details: aptDetails(method, facts),
      ...(facts.bytes !== null && { size: { bytes: facts.bytes, of: 'download' as const } }),
    }
  },

  async find(method, { host, bin }) {
    const program = await findExecutable(method, bin, host)
    if (program === undefined) {
      throw new NotFoundError(
        'install.no-executable',
        t('install.no-executable', 'The Debian package {package} does not contain the executable {bin}.', {
          package: method.package,
          bin,
        }),
        {
          hint: t(
            'install.no-executable.hint',
            'The manifest names the wrong package, or needs "bin" for this method.',
          ),
        },
      )
    }
    const version = await dpkgVersion(method, host)
    if (version === null)
      throw substitutedPackage(
        method,
        t('apt.still-missing-after-install', 'it is still missing after the install'),
      )
    return { argv: [program], artifacts: [{ name: method.package, version, integrity: null }] }
  },

  async findOther(method, { host, bin }) {
    const program = await findExecutable(method, bin, host)
    return program === undefined ? undefined : [program]
  },

  version: dpkgVersion,

  async update(method, host) {
    const [installed, candidate] = await Promise.all([
      dpkgVersion(method, host),
      candidateVersion(method, host),
    ])
    if (installed === null || candidate === null || candidate === installed) return []
    await simulateInstall(method, host, ['--only-upgrade'])
    const title = t('apt.update-from-apt', 'update {package} from {installed} to {candidate} with apt', {
      package: method.package,
      installed,
      candidate,
    })
    return [privileged(host, title, ['install', '--only-upgrade', ...carefully, '--', method.package])]
  },

  async remove(method, host, companions) {
    if ((await dpkgVersion(method, host)) === null) return []
    const others = (await simulateRemoval(method, host)).filter((name) => name !== method.package)
    const ours = await stillAutomatic(
      others.filter((name) => companions.includes(name)),
      host,
    )
    const kept = others.filter((name) => !ours.includes(name))
    if (kept.length > 0) {
      throw new ProcessError(
        'apt.others-would-go',
        t('apt.others-would-go', 'Removing {package} would also remove {kept}.', {
          package: method.package,
          kept: kept.join(', '),
        }),
        {
          hint: t(
            'apt.others-would-go.hint',
            'Keep it, or remove it yourself with "apt-get remove {package}".',
            { package: method.package },
          ),
        },
      )
    }
    return [aptRemoval(method, host, ours)]
  },
}

const nothingElse = { others: [], companions: [], bytes: null }
