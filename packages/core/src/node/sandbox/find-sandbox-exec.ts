import { t } from '../../messages/t.ts'
import { cleanEnvironment } from '../environment.ts'
import { joinOutput } from '../output-capture.ts'
import { runProcess } from '../process.ts'
import type { FoundSandbox, SandboxExecSandbox } from './sandbox.ts'
import { wrapSandboxExec } from './wrap-sandbox-exec.ts'

const systemProgram = '/usr/bin/sandbox-exec'

/** Runs a command with sandbox-exec once: inside another sandbox it may be forbidden. */
export async function findSandboxExec(
  environment: NodeJS.ProcessEnv,
  program = systemProgram,
): Promise<FoundSandbox> {
  const sandbox: SandboxExecSandbox = { kind: 'sandbox-exec', program }
  const policy = { cwd: '/', readable: [], writable: [], scratch: [], network: 'none' } as const
  try {
    const { exitCode, timedOut, stderr } = await runProcess(
      wrapSandboxExec(['/usr/bin/true'], policy, sandbox),
      { cwd: '/', env: cleanEnvironment(environment), timeout: 20_000 },
    )
    if (exitCode === 0) return { sandbox }
    const told = (joinOutput(stderr).trim().split('\n')[0] ?? '').slice(0, 200)
    const fault =
      told === ''
        ? t('find-sandbox-exec.ended-status', 'it ended with status {exitCode}', {
            exitCode: String(exitCode),
          })
        : told
    return {
      reason: t('find-sandbox-exec.does-not-work-here', '{program} does not work here: {reason}', {
        program,
        reason: timedOut ? t('find-sandbox-exec.does-not-answer', 'it does not answer') : fault,
      }),
    }
  } catch (error) {
    return {
      reason: t('find-sandbox-exec.does-not-work-here', '{program} does not work here: {reason}', {
        program,
        reason: error instanceof Error ? error.message : String(error),
      }),
    }
  }
}
