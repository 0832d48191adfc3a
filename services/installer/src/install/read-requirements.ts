import { type AppManifest, isAppError, t } from '@cli-apps/core'
import { findProgram, grantsOf, readGrants } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

type Requires = NonNullable<AppManifest['requires']>

/** What an app needs besides its program, and which of it is available. Shown to people; nothing of it is run. */
export interface Requirements {
  env: (NonNullable<Requires['env']>[number] & { isSet: boolean })[]
  services: NonNullable<Requires['services']>
  bins: { name: string; path: string | undefined }[]
  accounts: { name: string; signIn: string[] | undefined }[]
  /** Why it is not known which variables are set. */
  failure: string | undefined
}

/**
 * Reads the variables that the user keeps for this app of this registry, and looks up programs on PATH.
 * Variables of the shell are ignored, because apps never see them.
 */
export async function readRequirements(
  { name, requires = {} }: Pick<AppManifest, 'name' | 'requires'>,
  registry: string,
  { config, environment }: Pick<CommandContext, 'config' | 'environment'>,
): Promise<Requirements> {
  const { env = [], services = [], bins = [], accounts = [] } = requires
  let granted = new Map<string, string>()
  let failure: string | undefined
  try {
    if (env.length > 0) granted = grantsOf(await readGrants(config.grants), { app: name, registry })
  } catch (error) {
    if (!isAppError(error)) throw error
    failure = `${error.message} ${error.hint ?? ''}`.trimEnd()
  }
  return {
    env: env.map((one) => ({ ...one, isSet: granted.has(one.name) })),
    services,
    bins: await Promise.all(
      bins.map(async (bin) => ({ name: bin, path: await findProgram(bin, environment) })),
    ),
    accounts: accounts.map(({ name, sign_in }) => ({ name, signIn: sign_in })),
    failure,
  }
}

/** Returns one line for people per missing requirement, including how to set a variable. */
export function requirementNotices(
  app: string,
  { env, services, bins, accounts, failure }: Requirements,
): string[] {
  const unset = env.filter(({ isSet }) => !isSet).sort((a, b) => Number(b.required) - Number(a.required))
  return [
    ...(failure === undefined ? [] : [failure]),
    ...unset.map(({ name, description, required }) =>
      required
        ? t(
            'read-requirements.needs-not-set-cli-apps',
            '{app} needs {name} ({description}), which is not set: cli-apps env set {app} {name}',
            { app, name, description },
          )
        : t(
            'read-requirements.can-use-not-set',
            '{app} can use {name} ({description}), which is not set: cli-apps env set {app} {name}',
            { app, name, description },
          ),
    ),
    ...services.map(({ name, start, check }) =>
      t('read-requirements.needs-running', '{app} needs {name} running{range}{reason}', {
        app,
        name,
        range: start === undefined ? '' : t('read-requirements.start', '; start it with: {start}', { start }),
        reason:
          check === undefined ? '' : t('read-requirements.check', '; check it with: {check}', { check }),
      }),
    ),
    ...bins
      .filter(({ path }) => path === undefined)
      .map(({ name }) =>
        t('read-requirements.needs-not-path', '{app} needs {name}, which is not on PATH', { app, name }),
      ),
    ...accounts.map(({ name, signIn }) =>
      t('read-requirements.works-account', '{app} works with an account at {name}{reason}', {
        app,
        name,
        reason:
          signIn === undefined
            ? ''
            : t('read-requirements.sign-cli-apps-run', '; sign in with: cli-apps run {app} {signIn}', {
                app,
                signIn: signIn.join(' '),
              }),
      }),
    ),
  ]
}

/** Describes the requirements for programs. Never contains a value. */
export const describeRequirements = ({ env, services, bins, accounts }: Requirements) => ({
  env: env.map(({ name, description, required, secret, isSet }) => ({
    name,
    description,
    required,
    secret,
    set: isSet,
  })),
  services: services.map(({ name, start, check }) => ({ name, start: start ?? null, check: check ?? null })),
  bins: bins.map(({ name, path }) => ({ name, path: path ?? null })),
  accounts: accounts.map(({ name, signIn }) => ({ name, sign_in: signIn ?? null })),
})
