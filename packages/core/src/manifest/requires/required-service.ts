import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { Argument, bounded, line } from '../../text.ts'
import { ExecutableName } from '../install-method.ts'

const args = z.array(Argument).max(100)

const LoopbackUrl = bounded(300).regex(
  /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:[1-9][0-9]{0,4})?(\/[\x21-\x7e]*)?$/,
  {
    error: () =>
      t('required-service.loopback', 'must be an http URL of this machine, such as http://127.0.0.1:8080/'),
  },
)

const ServiceHealth = z.union([
  z.strictObject({ http: LoopbackUrl.describe('Answers with a status from 200 to 399') }),
  z.strictObject({
    port: z.int().min(1).max(65_535).describe('TCP port on 127.0.0.1 that accepts connections'),
  }),
  z.strictObject({
    args: args.describe('Arguments of a call of the app that exits with 0'),
    program: ExecutableName.optional().describe('One of its other programs, instead of the entry point'),
  }),
])
export type ServiceHealth = z.infer<typeof ServiceHealth>

const RequiredService = z
  .strictObject({
    name: line(80).describe('What it is called'),
    start: line(200).optional().describe('How a person starts it elsewhere; shown, never run'),
    check: line(200).optional().describe('How a person checks it; shown, never run'),
    start_args: args
      .optional()
      .describe(
        'Arguments with which the app itself is the server and stays in the foreground; "cli-apps service start" runs it so',
      ),
    program: ExecutableName.optional().describe('The program that is the server, if not the entry point'),
    health: ServiceHealth.optional().describe('When the server that start_args start is ready'),
    ready_within_seconds: z.int().min(1).max(600).optional().describe('30 when absent'),
    optional: z.boolean().optional().describe('The app does its work without it too'),
  })
  .refine(({ start_args, health }) => (start_args === undefined) === (health === undefined), {
    error: () => t('required-service.both', 'must have start_args and health, or neither'),
  })
  .refine(
    ({ start_args, program, ready_within_seconds }) =>
      start_args !== undefined || (program === undefined && ready_within_seconds === undefined),
    {
      error: () =>
        t('required-service.start-args', 'must have start_args to have program or ready_within_seconds'),
    },
  )
export type RequiredService = z.infer<typeof RequiredService>

export const RequiredServices = z
  .array(RequiredService)
  .max(20)
  .refine((services) => services.filter(({ start_args }) => start_args !== undefined).length <= 1, {
    error: () => t('required-service.one', 'must give at most one service start_args'),
  })

/** A service that the app's own program is, which `cli-apps service` starts. */
export type OwnService = RequiredService & { start_args: string[]; health: ServiceHealth }

/** Returns the service of an app that its own program is; `undefined` if it has none. */
export const ownService = (
  requires: { services?: readonly RequiredService[] | undefined } | undefined,
): OwnService | undefined =>
  requires?.services?.find(
    (service): service is OwnService => service.start_args !== undefined && service.health !== undefined,
  )
