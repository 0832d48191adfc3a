import path from 'node:path'
import { agentIds, protectedPlace } from '@cli-apps/core'
import { expect, it } from 'vitest'

import { agentServers, projectServerFiles } from '../../../services/installer/src/agents/agent-servers.ts'
import { commandOf, entryOf } from '../../../services/installer/src/connect/server-entry.ts'

const shapes = agentIds.flatMap((id) => {
  const { [id]: servers } = agentServers
  return [...(servers?.project ?? []), ...(servers?.user ?? [])].map(({ shape }) => shape)
})

it.each([...new Set(shapes)])(
  'an entry of the shape %s is read back as the command that it starts',
  (shape) => {
    const command = { argv: ['/a b/node', '/c.js', 'mcp'] as [string, ...string[]], env: { A: '1' } }
    expect(commandOf(shape, entryOf(shape, command))).toEqual(command)
    const bare = { argv: ['/node'] as [string, ...string[]], env: {} }
    expect(commandOf(shape, entryOf(shape, bare))).toEqual(bare)
  },
)

it.each(projectServerFiles)('an app cannot change %s, from which agents start servers', (file) => {
  const parts = file.split('/')
  const places = parts.map((part, index) =>
    protectedPlace(part, { name: path.posix.basename(parts[index - 1] ?? ''), isRepository: false }),
  )
  expect(places.filter((place) => place !== undefined)).not.toEqual([])
})

it('an entry names its transport where an agent requires that', () => {
  const command = { argv: ['/node', '/c.js', 'mcp'] as [string, ...string[]], env: {} }
  expect(entryOf('rovodev', command)).toEqual({
    command: '/node',
    args: ['/c.js', 'mcp'],
    transport: 'stdio',
  })
  expect(entryOf('vibe', command)).toEqual({
    name: 'cli-apps',
    transport: 'stdio',
    command: ['/node', '/c.js', 'mcp'],
  })
})
