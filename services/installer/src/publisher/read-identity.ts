import { TrustedPublisher, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { textOption } from '../command.ts'

/** What a forge's jobs are known by: its issuer, and how a subject of all jobs of a project is written. */
const forges = {
  // https://docs.github.com/en/actions/reference/security/oidc
  github: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: (project: string) => `repo:${project}:*`,
  },
  // https://docs.gitlab.com/ci/secrets/id_token_authentication/
  gitlab: { issuer: 'https://gitlab.com', subject: (project: string) => `project_path:${project}:*` },
} as const

/**
 * Reads whose jobs may publish: a project by `--github` or `--gitlab`, or `--issuer` with `--subject`. The audience is that of
 * `--audience`, or the address of the registry. Throws `UsageError` `cli.bad-publisher`.
 */
export function readIdentity(options: OptionValues, registry: string): TrustedPublisher {
  const { github, gitlab } = forges
  const given = [
    ...projectOf(options, 'github').map((project) => ({
      issuer: github.issuer,
      subject: github.subject(project),
    })),
    ...projectOf(options, 'gitlab').map((project) => ({
      issuer: gitlab.issuer,
      subject: gitlab.subject(project),
    })),
    ...issuerOf(options),
  ]
  const [identity] = given
  const audience = textOption(options, 'audience') ?? new URL(registry).origin
  const read = TrustedPublisher.safeParse({ ...identity, audience })
  if (given.length === 1 && read.success) return read.data
  const fault = read.error?.issues[0]
  throw new UsageError(
    'cli.bad-publisher',
    given.length === 1 && fault !== undefined
      ? `--${String(fault.path[0])}: ${fault.message}`
      : t('cli.bad-publisher', 'Name exactly one project or issuer whose jobs may publish.'),
    {
      hint: t(
        'cli.bad-publisher.hint',
        'Pass --github OWNER/REPOSITORY, --gitlab GROUP/PROJECT, or --issuer URL and --subject TEXT.',
      ),
    },
  )
}

/** A project has at least two parts, so that it is no prefix of others. */
function projectOf(options: OptionValues, forge: keyof typeof forges): string[] {
  const project = textOption(options, forge)
  if (project === undefined) return []
  if (/^[\w.-]+(\/[\w.-]+)+$/.test(project)) return [project]
  throw new UsageError(
    'cli.bad-publisher',
    t('cli.bad-project', '{project} is not a project.', { project: JSON.stringify(project) }),
    { hint: `--${forge} ${forge === 'github' ? 'acme/my-app' : 'acme/tools/my-app'}` },
  )
}

function issuerOf(options: OptionValues): { issuer: string | undefined; subject: string | undefined }[] {
  const [issuer, subject] = [textOption(options, 'issuer'), textOption(options, 'subject')]
  return issuer === undefined && subject === undefined ? [] : [{ issuer, subject }]
}
