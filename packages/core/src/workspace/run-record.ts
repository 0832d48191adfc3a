import * as z from 'zod/mini'
import type { AppName } from '../manifest/app-name.ts'
import { isAppName } from '../manifest/app-name-form.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import type { InstallRecord } from './install-record.ts'

/** What a run needs of an install record. */
export type RunRecord = Pick<
  InstallRecord,
  'name' | 'digest' | 'registry' | 'method' | 'argv' | 'store' | 'general' | 'commands'
> & { manifest: Pick<AppManifest, 'run' | 'requires'> }

const texts = z.array(z.string())

const effectEntries = z.optional(
  z.array(
    z.union([
      z.string(),
      z.object({
        command: z.optional(z.string()),
        options: z.optional(texts),
        operands: z.optional(texts),
        position: z.optional(z.literal('last')),
        overrides: z.optional(texts),
      }),
    ]),
  ),
)

/**
 * The part of a record that a run needs. The whole schema takes as long to make as Node takes to start, so the rest is not
 * validated here. Records with access to files, sockets, devices or the network, or with services, are read as a whole.
 */
export const SimpleRunRecord = z.object({
  record: z.literal(1),
  name: z.custom<AppName>((name) => typeof name === 'string' && isAppName(name)),
  digest: z.string(),
  registry: z.string(),
  // Not `debian`: what brings its own system is read as a whole.
  method: z.enum([
    'adopted',
    'apt',
    'binary',
    'brew',
    'bundled',
    'cargo',
    'go',
    'npm',
    'pip',
    'scoop',
    'winget',
  ]),
  argv: texts.check(z.minLength(1), z.maxLength(8)),
  store: z.nullable(z.string()),
  general: z.optional(z.string()),
  commands: z.optional(z.string()),
  manifest: z.object({
    manifest: z.literal(1),
    run: z.optional(
      z.object({
        json: z.optional(z.object({ args: texts, position: z.enum(['first', 'last']) })),
        timeout: z.optional(z.int().check(z.minimum(1), z.maximum(600))),
        effects: z.optional(
          z.object({
            read: effectEntries,
            write: effectEntries,
            destructive: effectEntries,
            takes_value: z.optional(texts),
          }),
        ),
      }),
    ),
    requires: z.optional(
      z.object({
        env: z.optional(
          z.array(
            z.object({
              name: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)),
              description: z.string(),
              required: z.boolean(),
              secret: z.boolean(),
            }),
          ),
        ),
        access: z.optional(z.never()),
        services: z.optional(z.never()),
      }),
    ),
  }),
})
