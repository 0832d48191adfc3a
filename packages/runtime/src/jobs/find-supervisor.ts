import { NotFoundError, t } from '@cli-apps/core'
import { helperProgram, processArgv } from '../helper-program.ts'

/** Returns the argv that starts a supervisor. Throws `NotFoundError` `job.no-supervisor`. */
export function supervisorArgv(): string[] {
  const program = helperProgram('jobs/supervisor')
  if (program !== undefined) return processArgv(program)
  throw new NotFoundError(
    'job.no-supervisor',
    t('job.no-supervisor', 'The program that runs jobs is missing next to @cli-apps/runtime.'),
    {
      hint: t(
        'job.no-supervisor.hint',
        'Run the app without background. A program that bundles @cli-apps/runtime has to leave it outside.',
      ),
    },
  )
}
