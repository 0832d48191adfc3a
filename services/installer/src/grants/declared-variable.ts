import {
  type AppManifest,
  ForbiddenError,
  type InstallRecord,
  isReservedVariable,
  NotFoundError,
  nearestNames,
  t,
  UsageError,
} from '@cli-apps/core'

type DeclaredVariable = NonNullable<NonNullable<AppManifest['requires']>['env']>[number]

type Declaring = Pick<InstallRecord, 'name'> & { manifest: Pick<AppManifest, 'requires'> }

export const declaredVariables = ({ manifest }: Pick<Declaring, 'manifest'>): DeclaredVariable[] =>
  manifest.requires?.env ?? []

/**
 * The variable as the app's manifest declares it. Throws `ForbiddenError` `env.reserved` for one that could change which
 * program runs, and `NotFoundError` `env.undeclared` for any other that the app does not ask for.
 */
export function getDeclaredVariable(record: Declaring, name: string): DeclaredVariable {
  if (isReservedVariable(name)) {
    throw new ForbiddenError(
      'env.reserved',
      t('env.reserved', '{name} is never passed to an app.', { name }),
      {
        hint: t('env.reserved.hint', 'It would change which program runs, or what is loaded into it.'),
      },
    )
  }
  const declared = declaredVariables(record)
  const found = declared.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = declared.map((one) => one.name)
  const near = nearestNames(name, names, 1)
  throw new NotFoundError(
    'env.undeclared',
    t('env.undeclared', '{name} declares no variable {variable}.', {
      name: record.name,
      variable: JSON.stringify(name),
    }),
    {
      hint:
        names.length === 0
          ? t('env.undeclared.hint.none', '{name} declares no variables.', { name: record.name })
          : t('env.undeclared.hint', '{suggestion}It declares {names}.', {
              suggestion:
                near.length > 0
                  ? t('run-cli-app.did-you-mean', 'Did you mean {near}? ', { near: String(near[0]) })
                  : '',
              names: names.join(', '),
            }),
      details: { declared: names },
    },
  )
}

/** A value in the place of a name would stay in the shell's history and be seen by others while this runs. */
export function refuseValueAsWord(name: string): void {
  if (!name.includes('=')) return
  throw new UsageError(
    'env.value-as-word',
    t('env.value-as-word', 'Pass only the name, without the value.'),
    {
      hint: t(
        'env.value-as-word.hint',
        'Type the value when asked for it, or pipe it in with --value-stdin.',
      ),
    },
  )
}
