import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAbandoned } from '@cli-apps/core/node'
import type { CliResult, Machine } from './cli.ts'

/** A command of a crowd, and the workspace that it is about. */
export interface CrowdCall {
  args: readonly string[]
  workspace: string
}

/** Runs all commands at once. */
export const runCrowd = (machine: Machine, calls: readonly CrowdCall[]): Promise<CliResult[]> =>
  Promise.all(calls.map(({ args, workspace }) => machine.cli(...args, '--workspace', workspace)))

/** Folders that are workspaces of their own, below the one of the machine. */
export async function makeWorkspaces(machine: Machine, count: number): Promise<string[]> {
  const folders = Array.from({ length: count }, (_one, index) =>
    path.join(machine.workspace, `w ${index + 1}`),
  )
  for (const folder of folders) {
    await mkdir(folder)
    await writeFile(path.join(folder, 'cli-apps.json'), '{ "apps": {} }\n')
  }
  return folders
}

/** Names of the apps that each part of a workspace knows; all must know the same. */
export async function appsByPart(workspace: string): Promise<Record<string, string[]>> {
  const keys = async (file: string): Promise<string[]> =>
    Object.keys((JSON.parse(await readFile(path.join(workspace, file), 'utf8')) as { apps: object }).apps)
  const names = async (folder: string): Promise<string[]> =>
    (await readdir(path.join(workspace, folder)).catch(() => [])).map((name) =>
      name.replace(/^cli-app-|\.json$/g, ''),
    )
  return {
    declared: (await keys('cli-apps.json')).sort(),
    locked: (await keys('cli-apps.lock')).sort(),
    recorded: (await names('.cli-apps/apps')).sort(),
    documented: (await names('skills')).sort(),
  }
}

/** Temporary files that somebody left in a folder or below it. */
export const leftIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => isAbandoned(name) || /\.tmp$/.test(name))
