import { type AppManifest, isAppError, type RequiredService, t } from '@cli-apps/core'
import { type AccessStanding, findProgram, grantsOf, readGrants } from '@cli-apps/core/node'
import type { DeclaredNetwork } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { isLacking } from '../grants/change-app-access.ts'
import { accessEntry, networkText, readStanding } from '../grants/describe-access.ts'

type Access = Pick<CommandContext, 'config' | 'environment' | 'workspace'>
type Requires = NonNullable<AppManifest['requires']>

/** What an app needs besides its program, and which of it is available. Shown to people; nothing of it is run. */
export interface Requirements {
  env: (NonNullable<Requires['env']>[number] & { isSet: boolean })[]
  services: NonNullable<Requires['services']>
  bins: { name: string; path: string | undefined }[]
  accounts: { name: string; signIn: string[] | undefined }[]
  /** What it declares to need beyond the sandbox. */
  access: readonly AccessStanding[]
  network: DeclaredNetwork
  /** Why it is not known what is granted. */
  failure: string | undefined
}

/**
 * Reads the variables that the user keeps for this app of this registry, and looks up programs on PATH.
 * Variables of the shell are ignored, because apps never see them.
 */
export async function readRequirements(
  manifest: AppManifest,
  registry: string,
  context: Access,
): Promise<Requirements> {
  const { name, requires = {} } = manifest
  const { config, environment } = context
  const { env = [], services = [], bins = [], accounts = [] } = requires
  let granted: ReturnType<typeof grantsOf> = new Map()
  let access: AccessStanding[] = []
  let failure: string | undefined
  try {
    access = await readStanding({ name, registry, manifest }, context)
    if (env.length > 0) granted = grantsOf(await readGrants(config.grants), { app: name, registry })
  } catch (error) {
    if (!isAppError(error)) throw error
    failure = `${error.message} ${error.hint ?? ''}`.trimEnd()
  }
  return {
    env: env.map((one) => ({ ...one, isSet: granted.has(one.name) })),
    services: services.map((service) => asCalled(service, manifest)),
    bins: await Promise.all(
      bins.map(async (bin) => ({ name: bin, path: await findProgram(bin, environment) })),
    ),
    accounts: accounts.map(({ name, sign_in }) => ({ name, signIn: sign_in })),
    access,
    network: requires.access?.network ?? null,
    failure,
  }
}

/**
 * A program that cli-apps installs is not on PATH: a check that calls it goes through `cli-apps run`. A start does not,
 * because what a run leaves behind ends with it.
 */
function asCalled(
  service: RequiredService,
  { name, entry_point }: Pick<AppManifest, 'name' | 'entry_point'>,
): RequiredService {
  const { check } = service
  if (check !== entry_point && !check?.startsWith(`${entry_point} `)) return service
  return { ...service, check: `cli-apps run ${name}${check.slice(entry_point.length)}` }
}

/** Services that the app does not work without; its own are started by cli-apps. */
export const neededServices = (
  app: string,
  services: Requirements['services'],
): Pick<RequiredService, 'name' | 'start' | 'check'>[] =>
  services
    .filter(({ optional }) => optional !== true)
    .map(({ name, start, check, start_args }) =>
      start_args === undefined ? { name, start, check } : { name, start: `cli-apps service start ${app}` },
    )

/** Returns one line for people per missing requirement, including how to set a variable. */
export function requirementNotices(
  app: string,
  { env, services, bins, accounts, failure, access, network }: Requirements,
): string[] {
  const unset = env.filter(({ isSet }) => !isSet).sort((a, b) => Number(b.required) - Number(a.required))
  return [
    ...(failure === undefined ? [] : [failure]),
    ...unset.map(({ name, description, required }) =>
      required
        ? t(
            'read-requirements.needs-not-set-cli-apps',
            '{app} needs {name} ({description}), which is not set: {cli} env set {app} {name}',
            { app, name, description },
          )
        : t(
            'read-requirements.can-use-not-set',
            '{app} can use {name} ({description}), which is not set: {cli} env set {app} {name}',
            { app, name, description },
          ),
    ),
    ...neededServices(app, services).map(({ name, start, check }) =>
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
            : t('read-requirements.sign-cli-apps-run', '; sign in with: {cli} run {app} {signIn}', {
                app,
                signIn: signIn.join(' '),
              }),
      }),
    ),
    ...accessNotices(app, access),
    ...(network === null || network === 'all' || network === 'raw'
      ? []
      : [t('read-requirements.network', '{app} gets {network}', { app, network: networkText(network) })]),
  ]
}

/** The many places of the workspace that a program may change take one line. */
function accessNotices(app: string, access: readonly AccessStanding[]): string[] {
  const lacking = access.filter(isLacking).map(({ item }) => item)
  const places = lacking.filter(({ kind }) => kind === 'place').map(({ name }) => name)
  return [
    ...lacking
      .filter(({ kind }) => kind !== 'place')
      .map(({ name, why }) =>
        t(
          'read-requirements.access',
          '{app} has no {name} ({why}) unless you grant it: {cli} grant {app} {name}',
          {
            app,
            name,
            why,
          },
        ),
      ),
    ...(places.length === 0
      ? []
      : [
          t(
            'read-requirements.places',
            '{app} may not change {places} unless you grant it: {cli} grant {app}',
            {
              app,
              places: places.join(', '),
            },
          ),
        ]),
  ]
}

/** Describes the requirements for programs. Never contains a value. */
export const describeRequirements = ({ env, services, bins, accounts, access, network }: Requirements) => ({
  env: env.map(({ name, description, required, secret, isSet }) => ({
    name,
    description,
    required,
    secret,
    set: isSet,
  })),
  services: services.map(({ name, start, check, start_args }) => ({
    name,
    start: start ?? null,
    check: check ?? null,
    own: start_args !== undefined,
  })),
  bins: bins.map(({ name, path }) => ({ name, path: path ?? null })),
  accounts: accounts.map(({ name, signIn }) => ({ name, sign_in: signIn ?? null })),
  access: access.map(accessEntry),
  network,
})
