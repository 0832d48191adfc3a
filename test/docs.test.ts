import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { agentIds, agents } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { agentServers } from '../services/installer/src/agents/agent-servers.ts'
import { installableKinds } from '../services/installer/src/strategies/index.ts'

const root = path.resolve(import.meta.dirname, '..')
const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name))
const parts = ['packages', 'services'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
)
const documents = ['.', 'docs', ...parts].flatMap(markdownIn)

describe('the documents', () => {
  it.each(documents)('%s has no dead link to a file or heading of this repository', (document) => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(document, link))).toEqual([])
  })

  it('are all reached from README.md', () => {
    const reached = new Set<string>()
    const follow = (document: string): void => {
      if (reached.has(document)) return
      reached.add(document)
      for (const link of linksOf(document)) {
        const target = targetOf(document, link)
        if (documents.includes(target)) follow(target)
      }
    }
    follow('README.md')
    expect(documents.filter((document) => !reached.has(document) && document.startsWith('docs/'))).toEqual([])
  })
})

it('docs/agents.md has the folder of each known agent', () => {
  const rows = [
    ...readText('docs/agents.md').matchAll(
      /^\| `([a-z-]+)` \| ([^|]+?) \| `([^|]+?)` \| [^|]+ \| [^|]+ \|$/gmu,
    ),
  ]
  expect(rows.map(([, id, title, skills]) => [id, title, skills])).toEqual(
    agentIds.map((id) => [id, agents[id].title, agents[id].skills]),
  )
})

it('docs/agents.md has the configuration files of each agent that can be connected', () => {
  const rows = [
    ...readText('docs/agents.md').matchAll(/^\| `([a-z][a-z-]*)` \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gmu),
  ]
  const filesOf = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file)
  const tabled = rows.map(([, id, project, user]) => [id, filesOf(project), filesOf(user)])
  const pathsOf = (files: readonly { paths: readonly string[] }[] = []): string[] =>
    files.flatMap(({ paths }) => paths)
  expect(tabled).toEqual(
    agentIds.flatMap((id) => {
      const { [id]: servers } = agentServers
      return servers === undefined ? [] : [[id, pathsOf(servers.project), pathsOf(servers.user)]]
    }),
  )
})

it('the documents say how many agents are known', () => {
  // The package has each of them but nanobot.
  const known = agentIds.filter((id) => id !== 'nanobot').length
  const connectable = Object.keys(agentServers).length
  expect(readText('README.md')).toContain(`the configuration files of ${connectable} agents`)
  expect(readText('docs/mcp.md')).toContain(`the files of ${connectable} agents`)
  expect(Number(/all (\d+) agents that/.exec(readText('docs/agents.md'))?.[1])).toBe(known)
})

it('docs/strategies.md and the README have every kind of method', () => {
  for (const document of ['docs/strategies.md', 'README.md']) {
    const rows = [...readText(document).matchAll(/^\|(.+?)\|/gmu)].map(([, cell = '']) => cell)
    const tabled = rows.flatMap((cell) => [...cell.matchAll(/`([a-z]+)`/gu)].map(([, kind]) => kind))
    expect(installableKinds.filter((kind) => !tabled.includes(kind))).toEqual([])
  }
})

describe('paths that a document names in code spans exist', () => {
  const top = readdirSync(root)
  const sourceFolders = ['', 'services/installer/src', 'services/registry/src']
  const exists = (folder: string, name: string): boolean => existsSync(path.join(root, folder, name))

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (document) => {
    const spans = [...readText(document).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/gu)].map(
      ([, span = '']) => span,
    )
    const paths = spans.filter((span) => span.includes('/') && top.includes(span.split('/')[0] ?? ''))
    // Workspaces have a skills folder too, which is none of this repository.
    const folders = spans.filter((span) => span.endsWith('/') && !/^(skills|\.cli-apps)\//u.test(span))
    expect(paths.length).toBeGreaterThan(5)
    const missing = [
      ...paths.filter((file) => !exists('', file)),
      ...folders.filter((folder) => !sourceFolders.some((source) => exists(source, folder))),
    ]
    expect([...new Set(missing)]).toEqual([])
  })
})

/** Where inline links lead, other than to other sites. */
function linksOf(document: string): string[] {
  const text = readText(document).replaceAll(/^```.*?^```/gmsu, '')
  const links = [...text.matchAll(/\]\(([^()\s]+)\)/gu)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/u.test(link))
}

function leadsSomewhere(document: string, link: string): boolean {
  const target = targetOf(document, link)
  if (!existsSync(path.join(root, target))) return false
  const heading = link.split('#')[1]
  return heading === undefined || headingsOf(target).includes(heading)
}

const targetOf = (document: string, link: string): string => {
  const [file = ''] = link.split('#')
  return file === '' ? document : path.join(path.dirname(document), file)
}

/** Headings as sites that show Markdown name them. */
const headingsOf = (document: string): string[] =>
  [...readText(document).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8')
