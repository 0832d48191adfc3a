import type Handlebars from 'handlebars'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { toLine } from '../../to-line.ts'
import type { TemplateFile } from './template-file.ts'
import templateOptions from './template-options.json' with { type: 'json' }

/**
 * Parses a template without running it. Throws `InvalidError` `template.invalid` with the line of the first mistake.
 */
export function checkTemplate(
  engine: typeof Handlebars,
  file: TemplateFile,
  { names }: { names: ReadonlySet<string> },
): void {
  try {
    const tree = engine.parse(file.text)
    for (const { name, line } of partialsOf(tree))
      if (!names.has(`partials/${name}.hbs`))
        throw Object.assign(new Error(`There is no partial ${name}`), { lineNumber: line })
    // Unknown helpers are only detected here.
    engine.precompile(tree, templateOptions)
  } catch (cause) {
    throw templateError('template.invalid', file, cause)
  }
}

/** Partials that a template refers to by name, including nested ones, except those it defines itself. */
function partialsOf(tree: hbs.AST.Program): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = []
  const own = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const item of node) visit(item)
      return
    }
    const { type, name, args, loc } = node as {
      type?: string
      name?: { type?: string; original?: unknown }
      args?: { value?: unknown }[]
      loc?: { start?: { line?: number } }
    }
    if (type === 'DecoratorBlock') own.add(String(args?.[0]?.value))
    if (type === 'PartialStatement' && name?.type === 'PathExpression')
      found.push({ name: String(name.original), line: loc?.start?.line ?? 1 })
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') visit(value)
  }
  visit(tree)
  return found.filter(({ name }) => !own.has(name) && name !== '@partial-block')
}

/** Converts a mistake in a template to an error with file and line. */
export function templateError(
  code: 'template.invalid' | 'template.failed',
  { file }: TemplateFile,
  cause: unknown,
): InvalidError {
  const { message = '', lineNumber } =
    cause instanceof Error ? (cause as Error & { lineNumber?: number }) : { message: String(cause) }
  const line = lineNumber ?? /(?:on line |- )(\d+)/.exec(message)?.[1]
  const what = plainMistake(message)
  const where = line === undefined ? file : `${file}, line ${line}`
  return new InvalidError(
    code,
    t('template.invalid', 'The template {where} cannot be used: {what}.', { where, what }),
    {
      hint: t(
        'template.invalid.hint',
        'Correct the template, or remove it to use the template of cli-apps; templates/README.md lists what a template may contain.',
      ),
      cause,
      details: { file, ...(line === undefined ? {} : { line: Number(line) }) },
    },
  )
}

/** Rewords the engine's message for the author of the template. */
function plainMistake(message: string): string {
  const helper = /unknown helper (\S{1,60})/.exec(message)?.[1]
  if (helper !== undefined) return `There is no helper ${toLine(helper, 60)}`
  const found = /, got '(\w{1,40})'/.exec(message)?.[1]
  if (found === 'EOF') return 'It ends where a block or an expression is still open'
  if (found !== undefined) return `There is ${found} where it cannot stand`
  return toLine(message.replace(/ - \d+:\d+$/, ''), 300)
}
