import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '@cli-apps/core/node'
import type { McpServer } from '@modelcontextprotocol/server'
import {
  type SkillFileEntry,
  type SkillFiles,
  SkillsExtension,
} from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'

/** Skills of a folder as resources: `skill://cli-app-<name>/SKILL.md` and what lies beside it. */
export interface SkillResources {
  /** Serves them on a server that is not connected yet. */
  attach(mcp: McpServer): void
  /** Looks again; connected clients hear of it when skills came or went. Gives whether they did. */
  reload(): Promise<boolean>
}

export interface SkillResourcesOptions {
  /** Told in one line of a skill that is not served, and why. */
  onWarning?: (message: string) => void
}

/** More than any skill that the installer makes. */
const limits = { files: 200, bytes: 4_000_000 }
const mostFileBytes = 1_000_000
const deepest = 5

/**
 * Opens the skills that the installer wrote in this folder; other folders in it are left alone, and so are links. A folder
 * that is not there holds none. They are served as the skills extension of the protocol (SEP-2640) and as plain resources.
 */
export async function openSkillResources(
  folder: string,
  { onWarning = () => {} }: SkillResourcesOptions = {},
): Promise<SkillResources> {
  const catalog = await SkillsExtension.load(ownSkills(folder), {
    limits,
    onWarning: ({ path, message }) => onWarning(`${path}: ${message}`),
  })
  return {
    attach: (mcp) => catalog.attach(mcp),
    reload: async () => (await catalog.reload()).listChanged,
  }
}

function ownSkills(folder: string): SkillFiles {
  const files = nodeSkillFiles(folder)
  /** Entries of each skill that this look came upon; looks follow one another. */
  let found = new Map<string, number>()

  async function list(at: string): Promise<SkillFileEntry[]> {
    const entries = await files.list(at)
    if (at === '') {
      found = new Map()
      return entries.filter(({ name }) => /^cli-app-[a-z0-9-]{1,60}$/.test(name))
    }
    const [skill = ''] = at.split('/')
    const count = (found.get(skill) ?? 0) + entries.length
    found.set(skill, count)
    if (count > limits.files) return entries.slice(0, 1).map((entry) => ({ ...entry, kind: 'unsupported' }))
    return Promise.all(entries.map((entry) => withinBounds(folder, at, entry)))
  }

  return {
    read: (file) => files.read(file),
    list: (at) =>
      list(at).catch((error: unknown) => {
        if (at === '' && isMissing(error)) return []
        throw error
      }),
  }
}

/** What no skill needs makes the skill that has it one that is not served: it is not even read. */
async function withinBounds(folder: string, at: string, entry: SkillFileEntry): Promise<SkillFileEntry> {
  const file = path.join(folder, at, entry.name)
  const isFit =
    entry.kind === 'directory'
      ? at.split('/').length < deepest
      : await stat(file).then(
          async ({ size }) => size <= mostFileBytes && (await isReadable(file)),
          () => false,
        )
  return isFit ? entry : { ...entry, kind: 'unsupported' }
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
