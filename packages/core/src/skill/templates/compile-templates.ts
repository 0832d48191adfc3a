import type Handlebars from 'handlebars'
import { InvalidError, type Issue } from '../../errors/errors.ts'
import { issuesOf } from '../../errors/issues.ts'
import { t } from '../../messages/t.ts'
import { fillWords, SkillWords, SomeWords } from '../skill-words.ts'
import { checkTemplate, templateError } from './check-template.ts'
import { boundWork } from './template-bounds.ts'
import type { TemplateFile } from './template-file.ts'
import templateOptions from './template-options.json' with { type: 'json' }

/** Template files of one language: `skill.md.hbs`, `reference.md.hbs` and `partials/<name>.hbs`, and word lists. */
export interface TemplateSources {
  templates: Readonly<Record<string, TemplateFile>>
  /** Word lists as JSON; a later one overrides single words of earlier ones. */
  words: readonly TemplateFile[]
}

/** Compiled templates. */
export interface SkillTemplates {
  words: SkillWords
  /** Renders the body of SKILL.md. Throws `InvalidError` `template.failed`. */
  skill: (view: object) => string
  /** Renders one reference file. */
  reference: (view: object) => string
}

type Engine = typeof Handlebars

/**
 * Compiles templates. A template can use its view's own properties, the built-in helpers except `log`, and `say` for a
 * fixed phrase with values. Views contain safe Markdown, so nothing is escaped. Templates can neither read files nor
 * run code, and their output is limited. Throws `InvalidError` `template.invalid` with file and line of every mistake.
 */
export async function compileTemplates({
  templates,
  words: lists,
}: TemplateSources): Promise<SkillTemplates> {
  const words = parseWords(lists)
  const names = new Set(Object.keys(templates))
  const isCompiled = Object.values(templates).every(({ compiled }) => compiled !== undefined)
  const engine = isCompiled ? await openRuntime() : await openCompiler()
  for (const file of Object.values(templates))
    if (file.compiled === undefined) checkTemplate(engine, file, { names })
  const bounds = boundWork(engine)
  engine.unregisterHelper('log')
  engine.registerHelper('say', (text: unknown, options: Handlebars.HelperOptions) =>
    fillWords(typeof text === 'string' ? text : '', options.hash),
  )
  const print = (name: string): ((view: object) => string) => {
    const file = templates[name]
    if (file === undefined)
      throw new InvalidError(
        'template.invalid',
        t('template.invalid.missing', 'The templates have no {name}.', { name }),
        {
          hint: t('template.invalid.missing.hint', 'Reinstall cli-apps: a file of its own is missing.'),
        },
      )
    const template = compile(engine, file)
    return (view) => {
      try {
        return bounds.start(() => template({ words, ...view }))
      } catch (cause) {
        throw templateError('template.failed', file, cause)
      }
    }
  }
  for (const [name, file] of Object.entries(templates)) {
    const partial = /^partials\/(.+)\.hbs$/.exec(name)?.[1]
    if (partial !== undefined) engine.registerPartial(partial, bounds.partial(compile(engine, file)))
  }
  return { words, skill: print('skill.md.hbs'), reference: print('reference.md.hbs') }
}

const openCompiler = async (): Promise<Engine> => (await import('handlebars')).default.create()

/** Runs precompiled templates; a fifth of the full engine's size. */
async function openRuntime(): Promise<Engine> {
  // Its types describe a namespace that lacks the functions shared with the engine.
  const { default: runtime } = (await import('handlebars/runtime.js')) as unknown as { default: Engine }
  return runtime.create()
}

const compile = (engine: Engine, { text, compiled }: TemplateFile): Handlebars.TemplateDelegate =>
  compiled === undefined ? engine.compile(text, templateOptions) : engine.template(compiled)

function parseWords(lists: readonly TemplateFile[]): SkillWords {
  const merged: Record<string, unknown> = {}
  for (const { file, text } of lists) {
    const parsed = SomeWords.safeParse(parseJsonObject(file, text))
    if (!parsed.success) throw wordsError(file, issuesOf(parsed.error, undefined))
    Object.assign(merged, parsed.data)
  }
  const whole = SkillWords.safeParse(merged)
  if (whole.success) return whole.data
  throw wordsError(lists.map(({ file }) => file).join(', '), issuesOf(whole.error, merged))
}

function parseJsonObject(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw wordsError(file, [
      {
        path: '',
        message: cause instanceof Error ? cause.message : t('template.invalid.no-json', 'is not JSON'),
      },
    ])
  }
}

const wordsError = (file: string, issues: Issue[]): InvalidError =>
  new InvalidError(
    'template.invalid',
    t('template.invalid.words', 'The word list {file} cannot be used.', { file }),
    {
      hint: t(
        'template.invalid.words.hint',
        'Correct the listed problems, or remove the file to use the texts of cli-apps.',
      ),
      issues,
    },
  )
