import { fileURLToPath } from 'node:url'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import { temporaryFolder } from './temporary-folder.ts'
import { callWarmCli } from './warm-cli/call-warm-cli.ts'

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The two programs as they are built for the test run. */
const programs = {
  'cli-apps': source('services/installer/bin/cli-apps.js'),
  'cli-apps-registry': source('services/registry/bin/cli-apps-registry.js'),
}
export const programArgvOf = (program: keyof typeof programs): string[] => [
  process.execPath,
  programs[program],
]

interface CliOutcome {
  status: number | null
  stdout: string
  stderr: string
}

export interface CliResult extends CliOutcome {
  /** stdout as JSON; throws when it is none. */
  json: <Value = Record<string, unknown>>() => Value
}

export interface Machine {
  /** A store and a user's home that nobody else uses. */
  home: string
  /** A workspace folder. */
  workspace: string
  environment: Record<string, string>
  cli: (...args: string[]) => Promise<CliResult>
  registry: (...args: string[]) => Promise<CliResult>
}

/** A user with a home and a workspace of his own, who runs the real programs. */
export async function createMachine(environment: Record<string, string> = {}): Promise<Machine> {
  const [home, workspace] = [await temporaryFolder(), await temporaryFolder()]
  const env = {
    ...cleanEnvironment(process.env),
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    CLI_APPS_HOME: `${home}/cli-apps`,
    // As on a build server: a command has done everything when it ends.
    CI: 'true',
    // All machines run the same program: they need not compile it once each.
    ...(process.env.CLI_APPS_HOME && { NODE_COMPILE_CACHE: `${process.env.CLI_APPS_HOME}/code` }),
    ...environment,
  }
  const inProcess = async (program: keyof typeof programs, args: string[]): Promise<CliOutcome> => {
    const { exitCode, stdout, stderr } = await runProcess([...programArgvOf(program), ...args], {
      cwd: workspace,
      env,
      timeout: 300_000,
    })
    return { status: exitCode, stdout: joinOutput(stdout), stderr: joinOutput(stderr) }
  }
  const withJson = (outcome: CliOutcome): CliResult => ({
    ...outcome,
    json: () => JSON.parse(outcome.stdout),
  })
  return {
    home,
    workspace,
    environment: env,
    cli: async (...args) =>
      withJson(
        (await callWarmCli({ words: args, cwd: workspace, environment: env })) ??
          (await inProcess('cli-apps', args)),
      ),
    registry: async (...args) => withJson(await inProcess('cli-apps-registry', args)),
  }
}
