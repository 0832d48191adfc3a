import type { ProvedApp, ProvedRecipe } from './prove-recipes.ts'

/** What an author reads of one app: a line per recipe, and what it printed and wrote. */
export function printProved({ entry, record, recipes }: ProvedApp): string {
  const version = record.program_version ?? record.version
  return [`${entry.name} ${version} (${record.method})`, ...recipes.flatMap(printRecipe)].join('\n')
}

function printRecipe({ recipe, outcome, reason, run }: ProvedRecipe): string[] {
  const head = `  ${outcome.replace('-', ' ').padEnd(7)} ${recipe.id}${reason === undefined ? '' : `: ${reason}`}`
  if (run === undefined) return [head]
  const most = outcome === 'failed' ? 12 : 3
  return [
    head,
    ...firstLines('stdout', run.stdout, most),
    ...firstLines('stderr', run.stderr, most),
    ...(run.files.length === 0 ? [] : [`            files  ${run.files.slice(0, 8).join(', ')}`]),
    ...Object.entries(run.changes ?? {}).map(
      ([kind, files]) => `            ${kind.padEnd(7)} ${files.join(', ')}`,
    ),
  ]
}

function firstLines(stream: string, text: string, most: number): string[] {
  const lines = text.trimEnd().split('\n')
  if (text.trim() === '') return []
  const shown = lines.slice(0, most).map((line) => line.slice(0, 160))
  const rest = lines.length > most ? [`… ${lines.length - most} more`] : []
  return [...shown, ...rest].map((line, at) => `            ${at === 0 ? stream : '      '} ${line}`)
}
