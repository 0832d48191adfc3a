import { generalProgramsOf } from '../manifest/general-programs.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

export const generalProgram: PublishRule = {
  id: 'publish.general-program',
  refuses:
    'an entry point, program, `bin` or `detect` that is a shell, an interpreter or a tool that runs other programs',
  approvable: true,
  check: ({ manifest }) =>
    generalProgramsOf(manifest).map(({ path, name }) => ({
      path,
      message: t(
        'general-program.shell-interpreter-tool-runs',
        '{name} is a shell, an interpreter or a tool that runs other programs',
        { name },
      ),
      hint: t('general-program.hint', 'Name a program that does one thing.'),
    })),
}
