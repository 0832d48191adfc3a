import { randomBytes } from 'node:crypto'
import { cliCall, setLanguage, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { createRuntime } from '@cli-apps/runtime'
import { openSkillResources, serveMcpHttp, serveMcpStdio } from '@cli-apps/runtime/mcp'
import { type Command, type CommandResult, listOption, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { ownArgv } from '../../own-argv.ts'
import { passOnServers } from '../../run/pass-on-servers.ts'
import { sandboxOption, sandboxPolicy } from '../../run/sandbox-option.ts'
import { version } from '../../version.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import type { McpResult } from './mcp-result.ts'

export const mcp: Command<McpResult> = {
  summary: 'Serve installed apps to agents over the Model Context Protocol',
  usage: '[--http] [--with-servers] | login <server> | logout <server>',
  completes: [['login', 'logout'], []],
  options: {
    http: { type: 'boolean', description: 'Serve over HTTP (default: standard input and output)' },
    port: {
      type: 'string',
      value: 'N',
      description: 'With --http: listen on this port (default: any free port)',
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      description: 'With --http: listen on this address (default: 127.0.0.1)',
    },
    'allow-host': {
      type: 'string',
      value: 'NAMES',
      isList: true,
      description: 'With --http: accept these host names (comma-separated)',
    },
    'with-servers': {
      type: 'boolean',
      description: 'Add the tools of the MCP servers that cli-apps.json declares',
    },
    ...sandboxOption,
  },
  async run(words, options, context) {
    if (words.length > 0) return changeLogin(words, context)
    const { workspace, environment, output, signal } = context
    const policy = sandboxPolicy(options)
    await settleWorkspace(workspace, { signal, notice: output.notice })
    await using runtime = await createRuntime({
      workspace: workspace.root,
      environment,
      installer: ownArgv(),
      ...policy,
    })
    await using servers =
      options['with-servers'] === true ? await passOnServers(runtime, policy, context) : undefined
    const skills = await openSkillResources(runtime, { onWarning: output.passOn })
    const stop = runtime.on('skills-changed', () => void skills.reload().catch(() => {}))
    try {
      const served = { skills, version, instructions: servers?.instructions }
      if (options.http !== true) {
        speakEnglish()
        await serveMcpStdio(runtime, { ...served, signal })
        return { value: { transport: 'stdio' }, text: '' }
      }
      const settings = httpSettings(options, environment)
      const server = await serveMcpHttp(runtime, { ...served, ...settings })
      tell(server.url, settings, context)
      speakEnglish()
      await aborted(signal)
      await server.close()
      return { value: { transport: 'http', url: server.url.href }, text: '' }
    } finally {
      stop()
    }
  },
}

async function changeLogin(
  [verb, name, ...more]: readonly string[],
  context: CommandContext,
): Promise<CommandResult<McpResult>> {
  const isLogin = verb === 'login'
  if ((!isLogin && verb !== 'logout') || name === undefined || more.length > 0)
    throw new UsageError('cli.bad-mcp', t('cli.bad-mcp', 'These arguments are not valid.'), {
      hint: `${cliCall()} mcp ${mcp.usage}`,
    })
  const { logInToServer, logOutOfServer } = await import('../../run/log-in-to-server.ts')
  const { serverLogins: file } = context.config
  if (isLogin) {
    const server = await logInToServer(name, context)
    return {
      value: { server, logged_in: true, changed: true, file },
      text: t('mcp.logged-in', 'Logged in to the MCP server {name}.', { name: server }),
    }
  }
  const changed = await logOutOfServer(name, context)
  return {
    value: { server: name, logged_in: false, changed, file },
    text: changed
      ? t('mcp.logged-out', 'Logged out of the MCP server {name}.', { name })
      : t('mcp.not-logged-in', 'No login to the MCP server {name} is stored.', { name }),
  }
}

interface HttpSettings {
  token: string
  /** Nobody else knows the token yet. */
  isNew: boolean
  host?: string
  port?: number
  hostnames: string[]
}

/** The token comes from the environment: what is on a command line, every user of the machine can read. */
function httpSettings(options: OptionValues, environment: NodeJS.ProcessEnv): HttpSettings {
  const given = environment.CLI_APPS_MCP_TOKEN
  const host = textOption(options, 'host')
  const port = textOption(options, 'port')
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new UsageError(
      'cli.bad-port',
      t('cli.bad-port', '{port} is not a valid port.', { port: JSON.stringify(port) }),
      {
        hint: t('cli.bad-port.hint', 'Use a number from 0 to 65535; 0 means any free port.'),
      },
    )
  }
  return {
    token: given ?? randomBytes(24).toString('base64url'),
    isNew: given === undefined,
    hostnames: listOption(options, 'allow-host'),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
  }
}

function tell(url: URL, { token, isNew }: HttpSettings, { output }: CommandContext): void {
  output.notice(
    t('mcp.mcp-served-press-ctrl', 'MCP is served at {href}. Press Ctrl+C to stop.', { href: url.href }),
  )
  if (isNew)
    output.notice(
      t('mcp.clients-need-header-authorization', 'Clients need this header: Authorization: Bearer {token}', {
        token,
      }),
    )
}

/** What is said from now on is read by models. */
const speakEnglish = (): void => setLanguage()

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
