import path from 'node:path'
import type { OptionValues } from '@cli-apps/core/command-line'
import { cleanEnvironment } from '@cli-apps/core/node'
import type { Command, CommandResult } from '../../services/installer/src/command.ts'
import { readConfig } from '../../services/installer/src/config.ts'
import { type CommandContext, createContext } from '../../services/installer/src/context.ts'
import { type Language, parseLanguage } from '../../services/installer/src/messages/language.ts'
import type { Output } from '../../services/installer/src/ui/output.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A user of the installer within this process, which starts in no time; nothing is printed. */
export interface InstallerUser {
  home: string
  workspace: string
  notices: string[]
  context: () => Promise<CommandContext>
  call: (command: Command, args?: string[], options?: OptionValues) => Promise<CommandResult>
}

export async function installerUser(
  environment: Record<string, string>,
  folders: { home?: string; workspace?: string } = {},
): Promise<InstallerUser> {
  const home = folders.home ?? (await temporaryFolder())
  const workspace = folders.workspace ?? (await temporaryFolder())
  const notices: string[] = []
  const output: Output = {
    isJson: false,
    isTerminal: false,
    columns: {},
    isColoured: false,
    help: () => {},
    passOn: () => {},
    raw: async () => {},
    result: () => {},
    notice: (message) => notices.push(message),
    error: () => {},
    progress: () => ({ update: () => {}, bytes: () => {}, done: () => {} }),
  }
  const env = {
    ...cleanEnvironment(process.env),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    CLI_APPS_HOME: path.join(home, 'cli-apps'),
    // As on a build server: this process does everything itself.
    CI: 'true',
    ...environment,
  }
  const context = async (askedLanguage?: Language): Promise<CommandContext> =>
    createContext({
      askedLanguage,
      cwd: workspace,
      environment: env,
      config: await readConfig(env),
      output,
      signal: new AbortController().signal,
      takeSignals: () => () => {},
      isOffline: false,
      workspaceFolder: undefined,
    })
  return {
    home,
    workspace,
    notices,
    context,
    call: async (command, args = [], { lang, ...options } = {}) =>
      command.run(args, options, await context(typeof lang === 'string' ? parseLanguage(lang) : undefined)),
  }
}
