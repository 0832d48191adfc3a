import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CrashMachine } from './crash-machine.ts'

/** Files by path, and what is in them as far as two runs of the same command agree on it. */
export type View = Record<string, string>

/** Tickets of locks stay, and count up; these two folders stay when they are empty. */
const lasting = /^\.cli-apps\/(lock\.\d+|txn\/)?$/

/** What a person, an agent and a version control see of the workspace, and everything that was left lying in it. */
export async function viewWorkspace({ workspace }: CrashMachine): Promise<View> {
  const view = await viewFolder(workspace)
  return Object.fromEntries(Object.entries(view).filter(([name]) => !lasting.test(name)))
}

/** Store, claims on system packages, and everything that was left lying in the home or the temporary folder. */
export async function viewHome({ live, home, temporary }: CrashMachine): Promise<View> {
  const [own, left, system, config] = await Promise.all(
    [home, temporary, path.join(live, 'apt'), path.join(home, '../config')].map((folder) =>
      viewFolder(folder),
    ),
  )
  const kept = Object.entries(own ?? {}).filter(
    ([name]) =>
      !/^(locks\/([^.][^/]*\.\d+)?|record-key\/(key|lock\.\d+)?|cache\/(code\/.*|.*(\/|\.json))?|trust\/(.*\.json)?|(work|workspaces|system|store)\/)$/.test(
        name,
      ),
  )
  const installed = (system?.installed ?? '').split('\n').sort().join(' ').trim()
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(Object.entries(left ?? {}).map(([name, text]) => [`TMPDIR/${name}`, text])),
    ...Object.fromEntries(
      Object.entries(config ?? {})
        .filter(([name]) => !/(^|\/)([^.][^/]*\.\d+)?$/.test(name))
        .map(([name, text]) => [`CONFIG/${name}`, text]),
    ),
    'system packages': installed,
  }
}

/** Folders of the store that count, with the digest of all that is in each. */
export const countedEntries = (home: View): View =>
  Object.fromEntries(
    Object.keys(home)
      .filter((name) => /^store\/.*\/[0-9a-f]{16}\/app\.json$/.test(name))
      .map((name) => path.posix.dirname(name))
      .map((folder) => {
        const inside = Object.entries(home).filter(([name]) => name.startsWith(`${folder}/`))
        return [folder, createHash('sha256').update(JSON.stringify(inside)).digest('hex')]
      }),
  )

async function viewFolder(folder: string, at = ''): Promise<View> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const parts = await Promise.all(
    found
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (one): Promise<View> => {
        const name = `${at}${one.name}`
        const file = path.join(folder, one.name)
        if (one.isDirectory()) return { [`${name}/`]: '', ...(await viewFolder(file, `${name}/`)) }
        const text = await readFile(file, 'utf8').catch(() => '(cannot be read)')
        return { [name]: text.replace(/"(installed_at|record_signature)": "[^"]*"/g, '"$1": "of this run"') }
      }),
  )
  return Object.assign({}, ...parts) as View
}

/** What differs between two views, for people. */
export function viewDifference(found: View, expected: View): string[] {
  const names = [...new Set([...Object.keys(found), ...Object.keys(expected)])].sort()
  return names.flatMap((name) => {
    if (found[name] === expected[name]) return []
    if (found[name] === undefined) return [`${name} is missing`]
    if (expected[name] === undefined) return [`${name} is left over`]
    return [`${name} has other content${firstDifference(found[name] ?? '', expected[name] ?? '')}`]
  })
}

function firstDifference(found: string, expected: string): string {
  const [lines, expectedLines] = [found.split('\n'), expected.split('\n')]
  const at = lines.findIndex((line, index) => line !== expectedLines[index])
  return ` (${JSON.stringify(lines[at]?.slice(0, 200))}, expected ${JSON.stringify(expectedLines[at]?.slice(0, 200))})`
}
