import path from 'node:path'
import {
  ForbiddenError,
  isReservedVariable,
  type McpProgram,
  mcpServerIdentity,
  NotFoundError,
  type RunRecord,
  UnsupportedError,
} from '@cli-apps/core'
import {
  cleanEnvironment,
  digestOf,
  findProgram,
  isInside,
  type PipedProcess,
  programArgv,
  startPipedProcess,
  type Workspace,
} from '@cli-apps/core/node'
import type { Confinement } from '../../../sandbox/confinement.ts'
import type { Confiner } from '../../../sandbox/open-confiner.ts'
import { startConfinedPipes } from '../../../sandbox/start-confined-pipes.ts'
import { type Environment, fillValues, fillVariables } from '../fill-variables.ts'

export interface ProgramPlace {
  workspace: Workspace
  /** Source of the clean environment. */
  environment: Environment
  /** Absent: programs run with all rights of this process. */
  confiner: Confiner | undefined
}

type StartProgram = (onStderr: (chunk: Uint8Array) => void) => Promise<PipedProcess>

/**
 * Returns a function that starts a declared program. Throws `NotFoundError` `mcp.missing-variable`, and for a program in a sandbox
 * `ForbiddenError` `mcp.reserved-variable`: its variables reach the sandbox program too, which runs outside of the sandbox. Starting it
 * throws `NotFoundError` `mcp.no-program`, and `ForbiddenError` `mcp.outside-program`.
 */
export function programStart(
  { name, command, args = [], env = {} }: McpProgram,
  values: Environment,
  place: ProgramPlace,
): StartProgram {
  const { workspace, environment, confiner } = place
  const words = args.map((arg) => fillVariables(arg, values))
  const own = fillValues(env, values)
  if (confiner === undefined) {
    const options = { cwd: workspace.root, env: { ...cleanEnvironment(environment), ...own } }
    return (onStderr) => startPipedProcess([command, ...words], { ...options, onStderr })
  }
  const reserved = Object.keys(own).find((variable) => !isPlainName(variable) || isReservedVariable(variable))
  if (reserved !== undefined) throw reservedVariable(name, reserved)
  return async (onStderr) => {
    const argv = await findArgv(name, command, place)
    const confined = await confiner.confine(recordOf(name, argv, workspace), workspace.root)
    const options = { cwd: workspace.root, env: { ...confined.environment, ...own }, onStderr }
    const { confinement } = confined
    const whole = [...argv, ...words]
    if (confinement.kind === 'none') return startPipedProcess(whole, options)
    return startConfinedPipes(whole, readingOnly(confinement, workspace), options)
  }
}

/** Any other name could hold a second variable: the system sees `NAME=value` only. */
const isPlainName = (variable: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)

/** A path leads into the workspace, since folders around a program are shown to it; any other command is looked up on PATH. */
async function findArgv(
  server: string,
  command: string,
  { workspace: { root }, environment }: ProgramPlace,
): Promise<string[]> {
  const isPath = /[/\\]/.test(command)
  const file = isPath ? path.resolve(root, command) : await findProgram(command, { ...environment })
  if (isPath && file !== undefined && !isInside(root, file)) throw outsideProgram(server, command)
  if (file !== undefined) return programArgv(file, cleanEnvironment(environment))
  throw new NotFoundError('mcp.no-program', `The program ${JSON.stringify(command)} is not on PATH.`, {
    hint: 'Install it.',
  })
}

/** A server as the confiner knows programs: nothing is declared for it, so it gets nothing beyond the policy. */
function recordOf(server: string, argv: string[], { root }: Workspace): RunRecord {
  const { app, registry } = mcpServerIdentity(root, server)
  return {
    name: app,
    registry,
    digest: digestOf(registry),
    method: 'adopted',
    argv,
    store: null,
    manifest: {},
  }
}

/**
 * The workspace read-only: a server runs as long as its client, and what people and tools make meanwhile at protected places could
 * not be told from what the server makes.
 */
function readingOnly(
  confinement: Exclude<Confinement, { kind: 'none' }>,
  { root }: Workspace,
): Parameters<typeof startConfinedPipes>[1] {
  const { sandbox, policy } = confinement
  if (sandbox.kind !== 'bubblewrap')
    throw new UnsupportedError('sandbox.unavailable', 'MCP servers are confined by bubblewrap only.', {
      hint: 'Install bubblewrap (Linux), or choose the policy "off", with which they run with all your rights.',
    })
  return {
    ...confinement,
    sandbox,
    policy: {
      ...policy,
      readable: [root, ...policy.readable],
      writable: [confinement.dataFolder],
    },
  }
}

const reservedVariable = (server: string, variable: string): ForbiddenError =>
  new ForbiddenError('mcp.reserved-variable', `The MCP server ${server} may not set ${variable}.`, {
    hint: `Remove ${variable} from its "env": it decides which program runs, or what is loaded into it.`,
  })

const outsideProgram = (server: string, command: string): ForbiddenError =>
  new ForbiddenError(
    'mcp.outside-program',
    `The program of the MCP server ${server} is outside of the workspace: ${JSON.stringify(command)}.`,
    { hint: 'Declare a path in the workspace, or the name of a program on PATH.' },
  )
