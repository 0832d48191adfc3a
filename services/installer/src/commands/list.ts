import { readRecords } from '@cli-apps/core/node'
import type { Command } from '../command.ts'
import { tableText } from '../ui/table.ts'
import { settleWorkspace } from '../workspace/with-workspace.ts'

export const list: Command = {
  summary: 'List the apps of this workspace',
  usage: '',
  options: {},
  async run(_args, _options, context) {
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const apps = (await readRecords(workspace)).map((record) => ({
      name: record.name,
      version: record.version,
      program_version: record.program_version,
      method: record.method,
      adopted: record.adopted,
      signed_by: record.signature?.key ?? null,
      entry_point: record.manifest.entry_point,
      summary: record.manifest.summary,
      skill: record.skill.path,
    }))
    const text =
      apps.length === 0
        ? `No apps are installed in ${workspace.root}. "cli-apps search" finds some.`
        : tableText(apps.map(({ name, version, method, summary }) => [name, version, method, summary]))
    return { value: { workspace: workspace.root, apps }, text }
  },
}
