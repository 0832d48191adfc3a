import path from 'node:path'
import { t } from '@cli-apps/core'
import { pypi } from '../../managers/pip-settings.ts'
import type { Step } from '../step.ts'
import { guardedPip } from './guarded-pip.ts'
import { pythonEnvironment } from './make-environment.ts'
import { compiled, constraints, reports, resolved } from './pip-report.ts'
import { normalName } from './pip-requirements.ts'
import {
  buildName,
  chosenFiles,
  type PipMethod as Method,
  makeEnvironment,
  pipStep,
  pythonPath,
  type PipRequest as Request,
  requirements,
  specOf,
  venv,
} from './pip-run.ts'
import { reportToRequirements } from './report-to-requirements.ts'

/**
 * Returns the steps of an install. An unlocked tree is resolved first, and then installed by its digests like a locked
 * one.
 * Both ways result in the same files, because pip marks the packages that it was asked for by name.
 */
export function pipSteps(method: Method, request: Request): Step[] {
  const { host, prefix, tree } = request
  const { python } = venv(prefix, '')
  const environment = makeEnvironment(request, [pythonPath(host) ?? 'python3', ...pythonEnvironment])
  const spec = specOf(method)
  const exactly = ['--no-deps', '--require-hashes', '--requirement', path.join(prefix, compiled)]
  const install = (title: string): Step => pipInstall(title, reports.archives, exactly, request)
  if (tree === undefined) {
    const title = t('pip-steps.install-pip', 'install {spec} with pip', { spec })
    // A repository has no digest, and is built only once.
    if ('git' in method) return [environment, pipInstall(title, reports.archives, ['--', spec], request)]
    const report = path.join(prefix, resolved)
    const rewrite = [python, '-I', '-c', reportToRequirements, report, path.join(prefix, compiled)]
    return [
      environment,
      pipInstall(
        t('pip-steps.resolve-pip', 'resolve {spec} with pip', { spec }),
        resolved,
        ['--dry-run', '--', spec],
        request,
      ),
      ...boundStep(method.package, spec, request),
      pipStep(
        t('pip-steps.record-digests-resolved-packages', 'record the digests of the resolved packages'),
        request,
        rewrite,
      ),
      install(title),
    ]
  }
  const { archives, write } = requirements(prefix, tree)
  const title = t(
    'pip-steps.install-packages-cli-apps-lock',
    'install the {count} packages of {method} that cli-apps.lock contains',
    { count: tree.length, method: buildName(method) },
  )
  return [
    environment,
    // A repository has no digest except its commit, which the manifest names. It comes first, because Python runs code
    // of
    // installed packages (`.pth` files), and only the build of the repository is allowed.
    ...('git' in method
      ? [
          pipInstall(
            t('pip-steps.build-pip', 'build {spec} with pip', { spec }),
            reports.git,
            ['--no-deps', '--', spec],
            request,
          ),
        ]
      : []),
    ...(archives.length === 0 ? [] : [write, install(title)]),
  ]
}

/**
 * Returns the step that limits the age of releases.
 * pip before version 26 has no such option, and later versions fail if an index does not report the age.
 */
function boundStep(root: string, spec: string, request: Request): Step[] {
  const { prefix, dependencyAge, facts } = request
  if (dependencyAge === undefined) return []
  const { before, minimumAge, isStrict } = dependencyAge
  const file = path.join(prefix, constraints)
  const again = (...options: string[]): Step & { step: 'run' } => {
    const what = ['--dry-run', ...options, '--', spec]
    return pipInstall(
      t('pip-steps.resolve-older-dependencies', 'resolve {spec} with older dependencies', { spec }),
      resolved,
      what,
      request,
    )
  }
  return [
    {
      step: 'bound',
      report: path.join(prefix, resolved),
      root: normalName(root),
      before,
      minimumAge,
      isStrict,
      indexes: facts.settings.sources.length === 0 ? [pypi] : facts.settings.sources,
      again: again('--constraint', file),
      constraints: file,
      native: facts.knowsUploadTime ? again('--uploaded-prior-to', before.toISOString()) : undefined,
    },
  ]
}

const pipInstall = (
  title: string,
  report: string,
  what: readonly string[],
  request: Request,
): Step & { step: 'run' } => {
  const { prefix, allowed } = request
  return pipStep(title, request, [
    venv(prefix, '').python,
    ...guardedPip(allowed.builds),
    'install',
    '--no-input',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    '--report',
    path.join(prefix, report),
    ...chosenFiles(request),
    ...what,
  ])
}
