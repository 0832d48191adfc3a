import { generalProgramsOf } from '../manifest/general-programs.ts'
import type { PublishRule } from './publish-rule.ts'

export const generalProgram: PublishRule = {
  id: 'publish.general-program',
  refuses:
    'an entry point, `bin` or `detect` that is a shell, an interpreter or a tool that runs other programs',
  approvable: true,
  check: ({ manifest }) =>
    generalProgramsOf(manifest).map(({ path, name }) => ({
      path,
      message: `${name} is a shell, an interpreter or a tool that runs other programs`,
      hint: 'Name a program that does one thing.',
    })),
}
