import path from 'node:path'
import { installedVersion, localized, readerLocale, t, versionText } from '@cli-apps/core'
import { builtInCatalog, type ListedRecord, readRecordSummaries } from '@cli-apps/core/node'
import { type Command, globalOption } from '../../command.ts'
import { tableText } from '../../ui/table.ts'
import { builtFrom } from '../../version.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import type { ListResult } from './list-result.ts'

export const list: Command<ListResult> = {
  summary: 'List the apps of this workspace',
  seesUserApps: true,
  usage: '',
  options: globalOption,
  async run(_args, _options, context) {
    const { workspace, config, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const records = await readRecordSummaries(workspace, { home: config.home, reader: builtFrom })
    const shown = await shownTexts(records)
    const sharedRoot = workspace.shared?.root ?? ''
    const apps = records.map((record) => ({
      name: record.name,
      version: record.version,
      installed_version: installedVersion(record).version,
      program_version: record.program_version,
      method: record.method,
      adopted: record.adopted,
      signed_by: record.signature?.key ?? null,
      foreign: !record.isOwn,
      entry_point: record.manifest.entry_point,
      summary: shown(record, record.manifest.summary),
      global: record.isShared,
      skill: record.isShared ? path.join(sharedRoot, record.skill.path) : record.skill.path,
      copies: record.skill.copies ?? [],
    }))
    const foreign = apps.filter((app) => app.foreign)
    if (foreign.length > 0) {
      const { foreignNotice } = await import('./list-notes.ts')
      output.notice(foreignNotice(foreign.map(({ name }) => name)))
    }
    const text =
      apps.length === 0
        ? await (await import('./list-notes.ts')).emptyText(workspace)
        : tableText(
            records.map((record) => [
              record.name,
              versionText(record),
              record.isShared
                ? t('list.global', '{method}, global', { method: record.method })
                : record.method,
              shown(record, localized(record.manifest, readerLocale()).summary),
            ]),
          )
    return { value: { workspace: workspace.root, apps }, text }
  },
}

/** Own records of the built-in catalog hold only texts that were judged when it was built. */
const isJudged = ({ isOwn, registry }: ListedRecord): boolean => isOwn && registry === builtInCatalog

async function shownTexts(
  records: readonly ListedRecord[],
): Promise<(record: ListedRecord, text: string) => string> {
  if (records.every(isJudged)) return (_record, text) => text
  const { shownText } = await import('../../messages/shown-text.ts')
  return (record, text) => (isJudged(record) ? text : shownText(text))
}
