import { localized, readerLocale, t } from '@cli-apps/core'
import { exists, openRecordSignatures, readRecordSummaries, type Workspace } from '@cli-apps/core/node'
import type { Command } from '../../command.ts'
import { tableText } from '../../ui/table.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import type { ListResult } from './list-result.ts'

export const list: Command<ListResult> = {
  summary: 'List the apps of this workspace',
  usage: '',
  options: {},
  async run(_args, _options, context) {
    const { workspace, config, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const { shownText } = await import('../../messages/shown-text.ts')
    const records = await readRecordSummaries(workspace, openRecordSignatures(config.home))
    const apps = records.map((record) => ({
      name: record.name,
      version: record.version,
      program_version: record.program_version,
      method: record.method,
      adopted: record.adopted,
      signed_by: record.signature?.key ?? null,
      foreign: !record.isOwn,
      entry_point: record.manifest.entry_point,
      summary: shownText(record.manifest.summary),
      skill: record.skill.path,
      copies: record.skill.copies ?? [],
    }))
    for (const { name, foreign } of apps)
      if (foreign)
        output.notice(
          t(
            'list.came-folder-not-run',
            '{name} came with this folder and is not run. Run "cli-apps install {name}" to install it yourself.',
            { name },
          ),
        )
    const text =
      apps.length === 0
        ? await emptyText(workspace)
        : tableText(
            records.map(({ name, version, method, manifest }) => [
              name,
              version,
              method,
              shownText(localized(manifest, readerLocale()).summary),
            ]),
          )
    return { value: { workspace: workspace.root, apps }, text }
  },
}

/** A fresh clone has a lockfile and nothing installed. */
const emptyText = async ({ root, lockfile }: Workspace): Promise<string> =>
  (await exists(lockfile))
    ? t(
        'list.no-apps-installed-run',
        'No apps are installed in {root}. Run "cli-apps ci" to install what cli-apps.lock contains.',
        { root },
      )
    : t(
        'list.no-apps-installed-run.no-apps-installed-run',
        'No apps are installed in {root}. Run "cli-apps search" to find some.',
        { root },
      )
