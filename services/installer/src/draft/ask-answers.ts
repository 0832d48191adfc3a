import { AppManifest, type AppName, issuesOf, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { askLine } from '../ui/prompt.ts'
import { type Answers, entryPointOf } from './draft-app.ts'
import { executablesOf, type PackageFacts } from './package-facts.ts'

type Field = 'entry_point' | 'summary' | 'description' | 'category' | 'license'

/**
 * Asks a person for what no source knows. An empty answer takes the text in brackets, or leaves the key to be written
 * later. Throws `CanceledError` on an interrupt.
 */
export async function askAnswers(
  name: AppName,
  facts: readonly PackageFacts[],
  context: CommandContext,
): Promise<Answers> {
  const { output } = context
  output.notice(
    t('new.questions', 'An empty answer takes what stands in brackets, or leaves it to be written later.'),
  )
  const ask = async (field: Field, question: string, offered?: string): Promise<string | undefined> => {
    const shown = offered === undefined ? question : `${question} [${offered}]`
    for (;;) {
      const answer = (await askLine(`${shown}:`, context)) || offered
      if (answer === undefined) return undefined
      const parsed = AppManifest.shape[field].safeParse(answer)
      if (parsed.success) return parsed.data
      output.notice(`${answer}: ${issuesOf(parsed.error, answer)[0]?.message}`)
    }
  }
  const executables = executablesOf(facts)
  const entryPoint =
    entryPointOf(name, facts) ??
    (await ask(
      'entry_point',
      t('new.ask-entry-point', 'Which executable ({names})', { names: executables.join(', ') }),
    ))
  const first = (key: 'summary' | 'license'): string | undefined =>
    facts.find((one) => one[key] !== undefined)?.[key]
  return {
    entryPoint,
    summary: await ask('summary', t('new.ask-summary', 'What it is, in one line'), first('summary')),
    description: await ask('description', t('new.ask-description', 'What it does, and when to use it')),
    category: await ask(
      'category',
      t('new.ask-category', 'Category ({names})', { names: AppManifest.shape.category.options.join(', ') }),
    ),
    license:
      first('license') ?? (await ask('license', t('new.ask-license', 'License, as an SPDX expression'))),
    instructions: facts.some(({ method }) => method !== undefined)
      ? undefined
      : (await askLine(t('new.ask-install', 'How people install it, in one line:'), context)) || undefined,
  }
}
