import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandChain } from '../../../packages/core/src/command-tools/command-chain.ts'
import { commandSchema, inputToArgv } from '../../../packages/core/src/command-tools/index.ts'
import { CommandNode, isAppError } from '../../../packages/core/src/index.ts'
import { commandChain, inputOf, optionKinds } from './arbitrary-command.ts'
import { readArgv } from './read-argv.ts'

/** The one thing that fits the schema and has no place: an option without its value in front of a command. */
const hasNoPlace = (error: unknown): boolean =>
  isAppError(error) &&
  /in front of a command|begin with a dash|behind it|for a value of/.test(error.issues[0]?.message ?? '')

function argvOf(chain: CommandChain, input: Record<string, unknown>): string[] | undefined {
  try {
    return inputToArgv(chain, input)
  } catch (error) {
    if (hasNoPlace(error)) return undefined
    throw error
  }
}

describe('input, converted to arguments and back', () => {
  it.each(Object.entries(optionKinds))('is the same for an option of kind %s', (_kind, option) => {
    for (const names of [{ long: ['--name'] }, { short: ['-n'] }, { long: ['-name'] }, { long: ['+name'] }]) {
      const options = [{ long: ['--other'] }, { ...names, ...option }]
      const chain: CommandChain = [
        CommandNode.parse({ name: 'prog', options, arguments: [{ name: 'file' }] }),
      ]
      fc.assert(
        fc.property(inputOf(chain), (input) => {
          const argv = inputToArgv(chain, input)
          expect(readArgv(chain, argv), argv.join(' ')).toEqual(input)
        }),
        { numRuns: 40 },
      )
    }
  })

  it('is the same for any nested command, and matches its schema', () => {
    let placed = 0
    const ajv = new Ajv2020({ strict: false })
    const pairs = commandChain.chain((chain) =>
      fc.record({ chain: fc.constant(chain), input: inputOf(chain) }),
    )
    fc.assert(
      fc.property(pairs, ({ chain, input }) => {
        expect(ajv.validate(commandSchema(chain), input), ajv.errorsText()).toBe(true)
        const argv = argvOf(chain, input)
        fc.pre(argv !== undefined)
        placed++
        expect(readArgv(chain, argv ?? []), (argv ?? []).join(' ')).toEqual(input)
      }),
      { numRuns: 600, maxSkipsPerRun: 10 },
    )
    expect(placed).toBeGreaterThan(400)
  })
})
