import { exampleCall, taskRecipes } from '@cli-apps/core'
import { isSuspect, recordEffect } from '@cli-apps/core/call-effect'
import { effectPolicies } from '../../packages/runtime/src/confirm/effect-policy.ts'
import { readEntries } from './command-pool.ts'

/**
 * Counts the calls of the catalog's recipes that the default policy asks about: those of unknown effect, which are
 * harmless, and those that the manifest lists as destructive.
 */
export async function benchHarmlessCalls(): Promise<void> {
  let calls = 0
  const suspect: string[] = []
  const destructive: string[] = []
  for (const { manifest, tree } of await readEntries()) {
    for (const recipe of taskRecipes(manifest)) {
      const { args, stdin, stdin_file } = exampleCall(recipe)
      const hasInput = stdin !== undefined || stdin_file !== undefined
      calls++
      const shown = `${manifest.name} ${args.join(' ')}`.slice(0, 120)
      const effect = recordEffect({ manifest }, tree, args, { hasInput })
      if (effect === 'destructive') destructive.push(shown)
      if (
        effect === 'unknown' &&
        effectPolicies.default.unknown === 'judge' &&
        isSuspect({ manifest }, tree, args, { hasInput })
      )
        suspect.push(shown)
    }
  }
  const percent = (count: number): string => ((100 * count) / calls).toFixed(2)
  console.table([
    { calls, what: 'asked for: unknown and suspect', count: suspect.length, '%': percent(suspect.length) },
    {
      calls,
      what: 'asked for: listed as destructive',
      count: destructive.length,
      '%': percent(destructive.length),
    },
  ])
  for (const one of suspect) console.log(`suspect: ${one}`)
  for (const one of destructive) console.log(`destructive: ${one}`)
}
