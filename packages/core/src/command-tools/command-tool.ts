import { effectOf } from '../manifest/effect/effect.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { t } from '../messages/t.ts'
import { safeLine } from '../skill/safe-text.ts'
import { vetCommand } from '../skill/vet-facts.ts'
import { type CommandChain, chainWords, lastOf } from './command-chain.ts'
import { commandSchema } from './command-schema.ts'
import { toolKey } from './tool-key.ts'
import type { JsonSchema } from './value-schema.ts'

/** A command as a tool for a model: its description and input schema. */
export interface CommandTool {
  description: string
  input: JsonSchema
}

const maxDescription = 300

/**
 * Converts a command of an installed app to a tool. Its summary is the description; for the program itself the app's
 * summary is used, since help screens often begin with something else.
 */
export function commandTool(manifest: AppManifest, told: CommandChain): { key: string; tool: CommandTool } {
  const [program, ...below] = told
  const chain: CommandChain = [vetCommand(program), ...below.map(vetCommand)]
  const words = chainWords(chain)
  const { summary, deprecated } = lastOf(chain)
  const own = words.length === 0 ? manifest.summary : summary
  const text = own !== '' ? own : t('command-tool.runs', 'Runs {words}', { words: words.join(' ') })
  const marks = [
    deprecated ? t('command-tool.deprecated', 'Deprecated. ') : '',
    effectOf(manifest, words) === 'destructive' ? t('command-tool.destructive', 'Destructive. ') : '',
  ]
  return {
    key: toolKey(manifest.name, words),
    tool: {
      description: safeLine([...marks, text].join(''), maxDescription),
      input: commandSchema(chain),
    },
  }
}
