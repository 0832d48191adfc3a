import { t } from '@cli-apps/core'
import type { AccessResult } from '../../grants/access-result.ts'
import { networkText } from '../../grants/describe-access.ts'
import { tableText } from '../../ui/table.ts'

/** Returns a table for people. */
export function accessText({ apps }: AccessResult): string {
  const rows = apps.flatMap(({ app, places, network }) => [
    ...places.map(({ name, mode, granted, reason, why }) => [
      app,
      name,
      mode === 'read' ? t('describe-access.read', 'read') : t('describe-access.write', 'write'),
      granted ? t('change-access.granted', 'granted') : t('change-access.not-granted', 'not granted'),
      reason === undefined ? why : `${why} (${reason})`,
    ]),
    ...(network === null
      ? []
      : [[app, 'network', '', t('describe-access.always', 'always'), networkText(network)]]),
  ])
  return rows.length === 0
    ? t('describe-access.none', 'No app here declares access that could be granted.')
    : tableText(rows)
}
