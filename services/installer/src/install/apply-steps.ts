import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CanceledError, ProcessError } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import type { Step } from '../strategies/step.ts'
import type { Output } from '../ui/output.ts'

export interface ApplyStepsOptions {
  environment: NodeJS.ProcessEnv
  output: Output
  signal: AbortSignal
  /** Told of each process group that a step starts. */
  onStart?: (pid: number) => Promise<void>
}

/** Carries out steps one after the other. Throws at the first that fails; the caller takes the others back. */
export async function applySteps(steps: readonly Step[], options: ApplyStepsOptions): Promise<void> {
  for (const step of steps) {
    if (options.signal.aborted) throw interrupted()
    await applyStep(step, options)
  }
}

async function applyStep(step: Step, options: ApplyStepsOptions): Promise<void> {
  switch (step.step) {
    case 'write':
      await mkdir(path.dirname(step.file), { recursive: true })
      return writeFile(step.file, step.content)
    case 'run':
      return runStep(step, options)
    case 'download':
      return downloadStep(step, options)
    case 'unpack':
      await (await import('../binary/unpack.ts')).unpack({ ...step, signal: options.signal })
      return rm(step.from, { force: true })
  }
}

async function runStep(
  step: Step & { step: 'run' },
  { environment, output, signal, onStart }: ApplyStepsOptions,
): Promise<void> {
  const progress = output.progress(step.title)
  try {
    const env = { ...managerEnvironment(environment), ...step.env }
    const result = await runProcess(step.argv, { cwd: step.cwd, env, signal, ...(onStart && { onStart }) })
    if (result.canceled) throw interrupted()
    if (result.exitCode === 0) return
    const said = `${joinOutput(result.stdout)}\n${joinOutput(result.stderr)}`.trim()
    throw new ProcessError(
      'install.step-failed',
      `Could not ${step.title}: exit status ${result.exitCode ?? result.signal}.`,
      {
        hint: said === '' ? 'It printed nothing.' : `It said:\n${indent(said.slice(-2000))}`,
        details: { argv: step.argv },
      },
    )
  } finally {
    progress.done()
  }
}

async function downloadStep(
  step: Step & { step: 'download' },
  { output, signal }: ApplyStepsOptions,
): Promise<void> {
  const { download } = await import('../binary/download.ts')
  const progress = output.progress(`download ${step.url}`)
  try {
    await download({
      ...step,
      signal,
      onProgress: (bytes) =>
        progress.update(
          step.size === undefined ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(step.size)}`,
        ),
    })
    await chmod(step.to, 0o644)
  } finally {
    progress.done()
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const indent = (text: string): string => text.replace(/^/gm, '    ')
const interrupted = (): CanceledError =>
  new CanceledError('install.canceled', 'The install was interrupted; nothing was kept.')

/** What users configure package managers and the version managers beneath them with. Settings that npm itself adds for a project at hand stay out. */
const managerSettings =
  /^(npm_config_(registry|cache|userconfig|globalconfig|https?[-_]proxy|proxy|noproxy|cafile|ca|cert|key|strict_ssl|fetch_.*|maxsockets|prefer_offline|offline|@.*|\/\/.*)|pip_.*|uv_.*|(https?|all|no)_proxy|(pyenv|asdf|mise|volta|nvm)_.*)$/i

function managerEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const settings = Object.entries(environment).filter(([name]) => managerSettings.test(name))
  return { ...cleanEnvironment(environment), ...Object.fromEntries(settings) } as Record<string, string>
}
