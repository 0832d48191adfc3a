import type * as z from 'zod'
import { dataOption, type RegistryCommand } from '../command.ts'
import { parseWith, readRegistryConfig } from '../config.ts'
import type { Operator } from '../operator/operator.ts'
import { withOperator } from '../operator/with-operator.ts'

interface OperatorCommand<Flags extends z.ZodType, Result extends Readonly<Record<string, unknown>>>
  extends Pick<RegistryCommand, 'about'> {
  options?: RegistryCommand['options']
  positionals?: RegistryCommand['positionals']
  /** Reads flags and positionals, by name. */
  flags: Flags
  run(operator: Operator, flags: z.output<Flags>): Promise<Result>
  /** The result for people. */
  text(result: Result, flags: z.output<Flags>): string
}

/** A command that asks the operator's verbs, wherever the database is. */
export const operatorCommand = <Flags extends z.ZodType, Result extends Readonly<Record<string, unknown>>>({
  about,
  options = {},
  positionals = {},
  flags: Flags,
  run,
  text,
}: OperatorCommand<Flags, Result>): RegistryCommand => ({
  about,
  options: { ...options, ...dataOption },
  positionals,
  run: async ({ values, environment, print, notice }) => {
    const flags = parseWith(Flags, values)
    const config = readRegistryConfig(values, environment)
    const onNew = (folder: string): void =>
      notice(
        `This makes a new database in ${folder}. A registry that was started with another --data does not read it: pass the same --data here.`,
      )
    const result = await withOperator(config, (operator) => run(operator, flags), { onNew })
    print(result, text(result, flags))
  },
})

/** What a change says to people, and what it says where nothing changed. */
export const changeText =
  <Flags>(done: (flags: Flags) => string, idle: (flags: Flags) => string = () => 'No changes.') =>
  ({ changed }: { changed: boolean }, flags: Flags): string =>
    changed ? done(flags) : idle(flags)

/** Rows as columns, two spaces apart; a sentence where there are none. */
export function columnsText(rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
