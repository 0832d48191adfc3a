import type * as z from 'zod'
import { InvalidError, type Issue, UnsupportedError } from '../errors/errors.ts'
import { issuesOf, nearestMember } from '../errors/issues.ts'
import { isObject } from '../is-object.ts'
import { t } from '../messages/t.ts'
import { InstallMethod } from './install-method.ts'
import { AppManifest } from './manifest.ts'
import { Recipe } from './recipe/recipe.ts'
import { withRecipes } from './recipe/with-recipes.ts'

/**
 * Validates a manifest for publishing, of the early form too: unknown keys are refused. Throws `InvalidError` `manifest.invalid` with every
 * issue.
 */
export function parseManifest(value: unknown, source = t('manifest.manifest', 'The manifest')): AppManifest {
  const current = withRecipes(value)
  const parsed = AppManifest.safeParse(current)
  if (parsed.success) return parsed.data
  throw invalidManifest(issuesOf(parsed.error, current), source)
}

/**
 * Reads a manifest from a registry or a record, of the early form too. Drops unknown keys, recipes of a form that is not
 * known, and unknown install methods as long as one remains; everything else must be valid. Throws `InvalidError`, or `UnsupportedError` for a newer manifest format.
 */
export function readManifest(value: unknown, source = t('manifest.manifest', 'The manifest')): AppManifest {
  if (isObject(value) && typeof value.manifest === 'number' && value.manifest > 1) {
    throw new UnsupportedError(
      'manifest.newer-format',
      t('manifest.newer-format', '{source} has format {manifest}; this cli-apps reads format 1.', {
        source,
        manifest: value.manifest,
      }),
      {
        hint: t('manifest.newer-format.hint', 'Install a newer cli-apps.'),
      },
    )
  }
  const current = withRecipes(value)
  const first = AppManifest.safeParse(current)
  if (first.success) return first.data
  const parsed = parseKnown(AppManifest, withReadableParts(current))
  if (parsed.success) return parsed.data
  throw invalidManifest(issuesOf(parsed.error, current), source)
}

/** Reads a manifest without its command tree, which may be a hundred times larger. Throws like `readManifest`. */
export function readManifestFacts(value: unknown, source?: string): AppManifest {
  if (!isObject(value)) return readManifest(value, source)
  const { commands: _, ...facts } = value
  return readManifest(facts, source)
}

/** Parses a value again without the keys that the schema did not recognize. */
function parseKnown<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const first = schema.safeParse(value)
  return first.success ? first : schema.safeParse(withoutKeys(value, first.error))
}

function invalidManifest(issues: Issue[], source: string): InvalidError {
  const message =
    issues.length === 1
      ? t('manifest.has-one-problem', '{source} has one problem.', { source })
      : t('manifest.has-problems', '{source} has {count} problems.', { source, count: issues.length })
  return new InvalidError('manifest.invalid', message, {
    hint: t(
      'manifest.invalid.hint',
      'Correct the listed fields and try again; the schema is packages/core/schema/app.json, or /v1/schema/app.json of a registry.',
    ),
    issues,
  })
}

function withReadableParts(value: unknown): unknown {
  if (!isObject(value)) return value
  const readable = <Item>(items: readonly Item[], schema: z.ZodType): Item[] =>
    items.filter((item) => parseKnown(schema, item).success)
  const { install, recipes } = value
  const methods = Array.isArray(install) ? readable(install, InstallMethod) : []
  return {
    ...value,
    ...(methods.length > 0 && { install: methods }),
    ...(Array.isArray(recipes) && { recipes: readable(recipes, Recipe) }),
  }
}

/** Copies `value` without the keys that the schema did not recognize. */
function withoutKeys(value: unknown, error: z.ZodError): unknown {
  const copy = structuredClone(value)
  const drop = (issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): void => {
    for (const issue of issues) {
      const path = [...prefix, ...issue.path]
      if (issue.code === 'unrecognized_keys') {
        const holder = path.reduce<unknown>(
          (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
          copy,
        )
        if (isObject(holder)) for (const key of issue.keys) delete holder[key]
      } else if (issue.code === 'invalid_union') {
        drop(nearestMember(issue), path)
      }
    }
  }
  drop(error.issues, [])
  return copy
}
