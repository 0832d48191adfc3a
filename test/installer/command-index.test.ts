import { readCommandLine } from '@cli-apps/core/command-line'
import { describe, expect, it } from 'vitest'
import { readText } from '../../packages/core/src/node/files.ts'
import { commandExamples } from '../../scripts/docs/command-examples.ts'
import { commandsDocument } from '../../scripts/docs/commands-document.ts'
import { commands, program } from '../../services/installer/src/cli.ts'
import { commonOptions } from '../../services/installer/src/command.ts'
import {
  type CommandFacts,
  commandFacts,
  groupedCommands,
} from '../../services/installer/src/command-facts.ts'
import { commandResults } from '../../services/installer/src/command-results.ts'

describe('the index of commands', () => {
  it('matches the commands ("npm run docs" regenerates it)', async () => {
    const facts: Record<string, CommandFacts> = {}
    for (const [name, load] of Object.entries(commands)) {
      const { summary, usage, options, completes, passesArguments } = await load()
      facts[name] = { summary, usage, options: { ...options, ...commonOptions }, completes, passesArguments }
    }
    expect(commandFacts).toEqual(JSON.parse(JSON.stringify(facts)))
    expect(await readText('docs/commands.md')).toBe(commandsDocument(facts))
  })

  it('has examples of every command, and the parser accepts each of them', async () => {
    expect(Object.keys(commandExamples).sort()).toEqual(Object.keys(commands).sort())
    for (const [name, lines] of Object.entries(commandExamples)) {
      for (const line of lines) {
        const words = line.replace(/ < .*$/, '').match(/"[^"]*"|\S+/g) ?? []
        expect(words[0]).toBe('cli-apps')
        expect(await readCommandLine(words.slice(1), program), line).toMatchObject({ kind: 'call', name })
      }
    }
  })

  it('has every command in a group', () => {
    expect(groupedCommands(Object.keys(commands)).find(({ title }) => title === 'Others:')).toBeUndefined()
  })

  it('has a schema for the --json document of each command in command-results.ts', () => {
    const missing = Object.keys(commands).filter((name) => !Object.hasOwn(commandResults, name))
    expect(missing).toEqual([])
  })
})
