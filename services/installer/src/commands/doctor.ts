import type { Command } from '../command.ts'
import { diagnose } from '../install/diagnose.ts'

export const doctor: Command = {
  summary: 'Look for faults in this workspace and say how to mend them',
  usage: '',
  options: {},
  async run(_args, _options, context) {
    const { checked, faults } = await diagnose(context)
    const text =
      faults.length === 0
        ? `${checked} apps checked: no fault found.`
        : faults.map(({ message, hint }) => `${message}\n  ${hint}`).join('\n')
    return {
      value: { workspace: context.workspace.root, checked, faults },
      text,
      exitStatus: faults.length === 0 ? 0 : 8,
    }
  },
}
