import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Digest } from '../digest.ts'
import { IntegrityError, InvalidError, LimitError } from '../errors/errors.ts'
import { type SkillLanguage, skillLanguages } from '../manifest/skill/skill-language.ts'
import { t } from '../messages/t.ts'
import { compileTemplates, type SkillTemplates } from '../skill/templates/compile-templates.ts'
import type { TemplateFile } from '../skill/templates/template-file.ts'
import { digestOf } from './digest.ts'
import { exists, hasCode } from './files.ts'
import { resourceFolder } from './resources.ts'

interface LoadTemplatesOptions {
  /** Language of the skills to render; English by default. */
  language?: SkillLanguage | undefined
  /** A folder with templates that override those of cli-apps by name; it may be missing. */
  overrides?: string | undefined
  /** Their required `templatesDigest`. */
  trusted?: Digest | undefined
}

const maxFileSize = 64_000
const maxFiles = 100

/**
 * Reads and compiles the templates of a language: each file from the language's own folder, otherwise from the common
 * one; those of `overrides` first. Throws `InvalidError` `template.invalid` or `template.unknown-file`,
 * `IntegrityError` `template.changed`, and `LimitError` `template.too-large`.
 */
export async function loadTemplates({
  language = 'en',
  overrides,
  trusted,
}: LoadTemplatesOptions = {}): Promise<SkillTemplates> {
  const others = overrides === undefined ? {} : await readTrusted(overrides, trusted)
  if (Object.keys(others).length === 0) return loadShipped(resourceFolder('templates'), language)
  const own = await readOwn(resourceFolder('templates'))
  for (const [name, { file }] of Object.entries(others))
    if (!isKnown(name, own))
      throw new InvalidError(
        'template.unknown-file',
        t('template.unknown-file', 'Unknown template {name}: {file}.', { name, file }),
        {
          hint: t(
            'template.unknown-file.hint',
            'Rename or remove it; there are {sort}, and further partials may be added.',
            { sort: Object.keys(own).sort().join(', ') },
          ),
        },
      )
  return compileSources([own, others], language)
}

/** By folder and language: compiling takes longer than rendering, and these do not change while a process runs. */
const shipped = new Map<string, Promise<SkillTemplates>>()

function loadShipped(folder: string, language: SkillLanguage): Promise<SkillTemplates> {
  const key = `${language} ${folder}`
  const known = shipped.get(key)
  if (known !== undefined) return known
  const loading = readOwn(folder).then((own) => compileSources([own], language))
  shipped.set(key, loading)
  loading.catch(() => shipped.delete(key))
  return loading
}

/** Of files with the same name, those of the language count, and those of a later source. */
function compileSources(
  sources: readonly Readonly<Record<string, TemplateFile>>[],
  language: SkillLanguage,
): Promise<SkillTemplates> {
  const templates: Record<string, TemplateFile> = {}
  for (const files of sources)
    for (const prefix of ['', `${language}/`])
      for (const [name, file] of Object.entries(files)) {
        const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
        if (/^(partials\/[^/]+|[^/]+)\.hbs$/.test(rest)) templates[rest] = file
      }
  const words = sources.flatMap((files) => files[`${language}/words.json`] ?? [])
  return compileTemplates({ templates, words })
}

/** The templates that ship with the program, precompiled by the build, or as source in a checkout. */
async function readOwn(folder: string): Promise<Record<string, TemplateFile>> {
  const compiled = path.join(folder, 'compiled.mjs')
  if (!(await exists(compiled))) return readTemplateFolder(folder)
  const module: unknown = await import(pathToFileURL(compiled).href)
  return Object.fromEntries(
    Object.entries(CompiledTemplates.parse(module).default).map(([name, file]) => [
      name,
      { ...file, file: path.join(folder, name) },
    ]),
  )
}

const CompiledTemplates = z.object({
  default: z.record(
    z.string(),
    z.object({
      text: z.string(),
      compiled: z.custom<object>((value) => typeof value === 'object').optional(),
    }),
  ),
})

const languageFolder = new RegExp(`^(?:${skillLanguages.join('|')})/`)

function isKnown(name: string, own: Readonly<Record<string, TemplateFile>>): boolean {
  const plain = name.replace(languageFolder, '')
  return Object.hasOwn(own, name) || Object.hasOwn(own, plain) || /^partials\/[\w-]{1,60}\.hbs$/.test(plain)
}

async function readTrusted(
  folder: string,
  trusted: Digest | undefined,
): Promise<Record<string, TemplateFile>> {
  const files = await readTemplateFolder(folder)
  if (trusted === undefined || templatesDigest(files) === trusted) return files
  throw new IntegrityError(
    'template.changed',
    t('template.changed', 'The templates in {folder} changed while they were read.', { folder }),
    {
      hint: t('template.changed.hint', 'Review them, and run "{cli} trust" again.'),
    },
  )
}

/** A digest over names and texts. */
export const templatesDigest = (files: Readonly<Record<string, { text: string }>>): Digest =>
  digestOf(
    JSON.stringify(
      Object.entries(files)
        .map(([name, { text }]) => [name, text])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
  )

/** Reads templates and word lists below a folder, by relative path; links are not followed. */
export async function readTemplateFolder(folder: string): Promise<Record<string, TemplateFile>> {
  const names = await namesBelow(folder, '', 2)
  if (names.length > maxFiles)
    throw new LimitError(
      'template.too-large',
      t('template.too-large', '{folder} has {count} files; at most {maxFiles} are read.', {
        folder,
        count: names.length,
        maxFiles,
      }),
      { hint: t('template.too-large.hint', 'Keep only templates there.') },
    )
  const files: Record<string, TemplateFile> = {}
  for (const name of names) {
    const file = path.join(folder, name)
    files[name] = { file, text: await readBounded(file) }
  }
  return files
}

async function namesBelow(folder: string, prefix: string, depth: number): Promise<string[]> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true }).catch((error) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const names: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory() && depth > 0) names.push(...(await namesBelow(folder, `${name}/`, depth - 1)))
    else if (entry.isFile() && /\.(?:hbs|json)$/.test(name)) names.push(name)
    else if (entry.isSymbolicLink())
      throw new InvalidError(
        'template.invalid',
        t('template.invalid.link', '{folder} is a link.', { folder: path.join(folder, name) }),
        {
          hint: t(
            'template.invalid.link.hint',
            'Put the file itself there: templates are read from their own folder only.',
          ),
        },
      )
  }
  return names
}

async function readBounded(file: string): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  if (size > maxFileSize)
    throw new LimitError(
      'template.too-large',
      t(
        'template.too-large.has-bytes-most-read',
        '{file} has {size} bytes; at most {maxFileSize} are read.',
        { file, size, maxFileSize },
      ),
      {
        hint: t(
          'template.too-large.hint.template-only-says-where',
          'A template only says where the parts go; shorten it.',
        ),
      },
    )
  return handle.readFile('utf8')
}
