import { InvalidError, type Issue } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { exampleValues, type Placeholder, valueFault } from './placeholder.ts'
import type { Recipe, RecipeCall } from './recipe.ts'

type Fillable = Pick<Recipe, 'id' | 'call' | 'placeholders'>

/**
 * Puts values in the place of a recipe's placeholders, each within its argument. Throws `InvalidError` `recipe.values`
 * for a value that is missing, unknown or of another type.
 */
export function fillRecipe(
  { id, call, placeholders = {} }: Fillable,
  values: Readonly<Record<string, unknown>>,
): RecipeCall {
  const texts = new Map<string, string>()
  const issues: Issue[] = []
  for (const [name, placeholder] of Object.entries(placeholders)) {
    const text = textOf(Object.hasOwn(values, name) ? values[name] : undefined)
    const message =
      text === undefined
        ? t('recipe.value-missing', 'must be given as text or a number')
        : valueFault(placeholder, text)
    if (message !== undefined)
      issues.push({
        path: name,
        message,
        hint: t('recipe.value-example', 'For example: {example}', { example: placeholder.example }),
      })
    else if (text !== undefined) texts.set(name, argumentOf(placeholder, text))
  }
  for (const name of Object.keys(values))
    if (!Object.hasOwn(placeholders, name))
      issues.push({ path: name, message: t('recipe.value-unknown', 'is no placeholder of the recipe') })
  if (issues.length === 0) return filled(call, texts)
  throw new InvalidError(
    'recipe.values',
    t('recipe.values', 'The values for the recipe {id} do not fit.', { id }),
    {
      hint: t('recipe.values.hint', 'Correct the listed values and try again.'),
      issues,
    },
  )
}

/** The call with the examples of its placeholders: it runs as it stands. */
export const exampleCall = (recipe: Fillable): RecipeCall =>
  fillRecipe(recipe, exampleValues(recipe.placeholders))

/** The arguments of a call that look like a placeholder which the recipe does not declare, and are passed as they stand. */
export const literalBraces = ({ call, placeholders = {} }: Fillable): string[] =>
  call.args.filter((arg) => {
    const [, name] = /(?:^|=)\{([a-z][a-z0-9_]*)\}$/.exec(arg) ?? []
    return name !== undefined && !Object.hasOwn(placeholders, name)
  })

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : undefined

/** A file may be called `-x`; what begins with a dash would be read as an option. */
const argumentOf = ({ type }: Placeholder, text: string): string =>
  (type === 'file' || type === 'folder') && text.startsWith('-') ? `./${text}` : text

function filled(call: RecipeCall, texts: ReadonlyMap<string, string>): RecipeCall {
  // In one pass: braces in a value are never replaced.
  const fill = (text: string): string =>
    text.replace(/\{([a-z][a-z0-9_]*)\}/g, (found, name: string) => texts.get(name) ?? found)
  const { args, stdin_file: from, stdout_file: to, pipe } = call
  return {
    ...call,
    args: args.map(fill),
    ...(from !== undefined && { stdin_file: fill(from) }),
    ...(to !== undefined && { stdout_file: fill(to) }),
    ...(pipe && { pipe: pipe.map((stage) => ({ ...stage, args: stage.args.map(fill) })) }),
  }
}
