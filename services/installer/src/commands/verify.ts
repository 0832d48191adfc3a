import { parseAppName } from '@cli-apps/core'
import type { Command } from '../command.ts'
import { type AppVerification, verifyInstalled } from '../install/verify-installed.ts'
import { tableText } from '../ui/table.ts'

export const verify: Command = {
  summary: 'Prove digests and signatures of installed apps again, asking no registry',
  usage: '[name …]',
  options: {},
  async run(args, _options, { workspace, config }) {
    const apps = await verifyInstalled(args.map(parseAppName), { workspace, trustFolder: config.trust })
    const faults = apps.flatMap((app) => app.faults)
    return {
      value: { workspace: workspace.root, apps, faults },
      text: apps.length === 0 ? `No apps are installed in ${workspace.root}.` : verifyText(apps),
      exitStatus: faults.length === 0 ? 0 : 8,
    }
  },
}

const verifyText = (apps: readonly AppVerification[]): string =>
  [
    tableText(apps.map(({ name, version, level, key }) => [name, version ?? '', level, key ?? ''])),
    ...apps.flatMap(({ faults }) => faults.map(({ message, hint }) => `${message}\n  ${hint}`)),
  ].join('\n')
