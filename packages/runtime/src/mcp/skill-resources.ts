import { isMissing } from '@cli-apps/core/node'
import type { McpServer } from '@modelcontextprotocol/server'
import { type SkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
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
  return {
    read: (file) => files.read(file),
    async list(at) {
      try {
        const entries = await files.list(at)
        return at === '' ? entries.filter(({ name }) => /^cli-app-[a-z0-9-]{1,60}$/.test(name)) : entries
      } catch (error) {
        if (at === '' && isMissing(error)) return []
        throw error
      }
    },
  }
}
