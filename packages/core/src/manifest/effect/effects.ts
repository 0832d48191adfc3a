import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { line } from '../../text.ts'
import { anyCommand } from './any-command.ts'

const commandPath = line(120)

const effectEntry = z.union([
  commandPath.describe(
    'A command path such as "push" or "branch delete"; "*" alone stands for every call that no other command path covers',
  ),
  z
    .strictObject({
      command: commandPath
        .refine((command) => command !== anyCommand, {
          error: () =>
            t(
              'manifest.no-any-command',
              'must name a command; leave it out for the program with every command',
            ),
        })
        .optional()
        .describe('Absent for the program itself, with every command'),
      options: z
        .array(
          z.string().regex(/^-[^\s=]{1,60}(=\S{1,60})?$/, {
            error: () =>
              t('manifest.option', 'must be an option such as "-D", "--force" or "--mode=all*", or "--"'),
          }),
        )
        .min(1)
        .max(50)
        .optional()
        .describe(
          'Options that give the command this effect, whatever its own; with "=" only for these values, where "*" stands for any text and letter case does not count',
        ),
      operands: z
        .array(
          z.string().regex(/^(?:-|[^\s-][\S ]{0,59})$/, {
            error: () => t('manifest.pattern', 'must be a pattern such as "+*", or "<path>"'),
          }),
        )
        .min(1)
        .max(80)
        .optional()
        .describe(
          'Operands that give it: "*" stands for any text, letter case does not count, and "<path>" is what is written as a path or names a file or folder that exists',
        ),
      position: z
        .literal('last')
        .optional()
        .describe('Of the operands, only the last counts, as where the target of a copy stands'),
      overrides: z
        .array(z.string().regex(/^\S[\S ]{0,60}$/))
        .min(1)
        .max(50)
        .optional()
        .describe(
          'Listed options and operands of the command, as they are written there, that do nothing beside one of these options; of the program itself, "*" for every call',
        ),
    })
    .refine(({ options, overrides }) => options !== undefined || overrides === undefined, {
      error: () => t('manifest.overrides-options', 'must have options where it has overrides'),
    })
    .refine(({ operands, position }) => operands !== undefined || position === undefined, {
      error: () => t('manifest.position-operands', 'must have operands where it has position'),
    })
    .refine(({ options, operands }) => options !== undefined || operands !== undefined, {
      error: () => t('manifest.have-options-operands', 'must have options or operands'),
    }),
])
export type EffectEntry = z.infer<typeof effectEntry>

/** More than the commands of the largest programs of clouds. */
const maxEntries = 1_000

/** What commands do, by command, option or operand. */
export const Effects = z.strictObject({
  read: z.array(effectEntry).max(maxEntries).optional().describe('What only reads'),
  write: z.array(effectEntry).max(maxEntries).optional().describe('What creates or changes something'),
  destructive: z
    .array(effectEntry)
    .max(maxEntries)
    .optional()
    .describe('What cannot be undone, or runs code of the call'),
  takes_value: z
    .array(
      z.string().regex(/^-[^\s=]{1,60}$/, {
        error: () => t('manifest.option-name', 'must be the name of an option such as "--region"'),
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Options before or after any command that take the next word as their value, where its help does not say so',
    ),
})
export type Effects = z.infer<typeof Effects>
