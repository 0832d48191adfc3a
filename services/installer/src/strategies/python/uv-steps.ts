import path from 'node:path'
import type { LockedArtifact } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { Step } from '../step.ts'
import { compiled, source } from './pip-report.ts'
import { isFromGit, normalName } from './pip-requirements.ts'
import {
  chosenFiles,
  gitUrl,
  type PipMethod as Method,
  makeEnvironment,
  pipStep,
  type PipRequest as Request,
  requirements,
  specOf,
  venv,
} from './pip-run.ts'

/**
 * Returns the steps for uv. It reports no digests when it installs, so it first writes what it resolved with all
 * digests,
 * and then installs that.
 */
export function uvSteps(method: Method, request: Request): Step[] {
  const { host, prefix, tree, dependencyAge } = request
  const uv = host.paths.uv ?? 'uv'
  const { python } = venv(prefix, '')
  const isGit = 'git' in method
  const options = ['--python', python, ...chosenFiles(request, { mayBuild: isGit })]
  const spec = specOf(method)
  const before = dependencyAge === undefined ? [] : ['--exclude-newer', dependencyAge.before.toISOString()]
  const specFile = path.join(prefix, source)
  const file = path.join(prefix, compiled)
  const exactly = ['--no-deps', ...(isGit ? ['--verify-hashes'] : ['--require-hashes'])]
  const resolve: Step[] = [
    { step: 'write', file: specFile, content: `${spec}\n` },
    pipStep(t('uv-steps.resolve-uv', 'resolve {spec} with uv', { spec }), request, [
      uv,
      'pip',
      'compile',
      '--generate-hashes',
      '--no-header',
      '--no-annotate',
      ...before,
      ...options,
      '--output-file',
      file,
      '--',
      specFile,
    ]),
  ]
  return [
    makeEnvironment(request, [uv, 'venv', '--no-project']),
    ...(tree === undefined ? resolve : [restoredRequirements(method, prefix, tree)]),
    pipStep(t('uv-steps.install-uv', 'install {spec} with uv', { spec }), request, [
      uv,
      'pip',
      'install',
      ...options,
      ...exactly,
      '--requirement',
      file,
    ]),
  ]
}

function restoredRequirements(method: Method, prefix: string, tree: readonly LockedArtifact[]): Step {
  const { file, write } = requirements(prefix, tree)
  if (!('git' in method) || write.step !== 'write') return write
  const named = tree.filter(isFromGit).map(({ name }) => `${normalName(name)} @ ${gitUrl(method)}\n`)
  return { step: 'write', file, content: named.join('') + write.content }
}
