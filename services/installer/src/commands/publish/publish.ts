import {
  AppManifest,
  HeldReceipt,
  InvalidError,
  type Issue,
  PublishReceipt,
  registryPaths,
  t,
} from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import * as z from 'zod'
import { type Command, type CommandResult, changeOptions, registryOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { findMissingSources, sourcesOption } from '../../publisher/find-missing-sources.ts'
import { type Publisher, requirePublisher } from '../../publisher/job-identity.ts'
import type { PublishResult } from '../../publisher/publisher-results.ts'
import { readManifestFile } from '../../publisher/read-manifest-file.ts'
import { requestPlan } from '../../publisher/request-plan.ts'
import { findServer, type PublisherServer } from '../../publisher/server.ts'
import {
  convertedText,
  locatedIn,
  notesOn,
  problemsText,
  unjudgedText,
  type Verdict,
  verdictOf,
} from '../../publisher/verdict.ts'
import { issueText } from '../../ui/error-text.ts'

export const publish: Command<PublishResult | ChangePlan> = {
  summary: 'Publish the manifest of an app to a registry',
  usage: '<manifest.json>',
  completes: ['file', []],
  options: { ...changeOptions, ...registryOption, ...sourcesOption },
  async run(args, options, context) {
    const { file, publication } = await readManifestFile(args, { command: 'publish', cwd: context.cwd })
    const { text, manifest } = publication
    const parsed = AppManifest.safeParse(manifest)
    // What cannot even be addressed, the registry need not see.
    if (!parsed.success) throw refused(file, (await verdictOf(publication, undefined)).issues)
    const { name, version } = parsed.data
    const isDryRun = options['dry-run'] === true
    const publisher = isDryRun ? undefined : await requirePublisher(name, options, context)
    const server = publisher?.server ?? (await findServer(options, context))
    const sources = await findMissingSources(manifest, options, { server, context })
    const verdict = isDryRun ? await verdictOf(publication, server, sources) : undefined
    const issues = verdict?.issues ?? locatedIn(publication, sources.issues)
    if (issues.length > 0) throw refused(file, issues)
    const plan = publishPlan(
      { name, version, digest: manifestDigest(manifest) },
      {
        server,
        verdict,
        notes: [convertedText(publication), jobText(publisher), ...notesOn(publication), ...sources.unknown],
      },
      context,
    )
    return carryOut(plan, options, context, async () => {
      if (publisher === undefined) throw new RangeError('a dry run sends nothing')
      return send({ name, version, text }, await publisher.signIn())
    })
  },
}

const jobText = (publisher: Publisher | undefined): string =>
  publisher?.isJob === true ? t('publish.as-job', 'signs in with the identity of this CI job') : ''

const refused = (file: string, issues: readonly Issue[]): InvalidError =>
  new InvalidError('manifest.invalid', problemsText(file, { issues }), {
    hint: t(
      'manifest.invalid.hint.fix-listed-problems-run',
      'Fix the listed problems. Run "{cli} validate" to check again.',
    ),
    issues,
  })

/** Without a registry to publish to, as with `--dry-run` offline, nothing would be asked of one. */
function publishPlan(
  { name, version, digest }: { name: string; version: string; digest: string },
  {
    server,
    verdict,
    notes,
  }: { server: PublisherServer | undefined; verdict: Verdict | undefined; notes: readonly string[] },
  context: CommandContext,
): ChangePlan {
  const unjudged = verdict?.unjudged ?? []
  return requestPlan(
    {
      command: 'publish',
      subject: name,
      summary: t('publish.publish', 'Publish {name} {version}', { name, version }),
      ...(server && { method: 'PUT', path: registryPaths.publish(name, version) }),
      remarks: [
        digest,
        ...notes.filter((note) => note !== ''),
        ...(verdict !== undefined && verdict.held.length > 0
          ? [
              t(
                'publish.registry-would-hold-until',
                'The registry would hold it until its operator approves it. Run "{cli} validate" to list the reasons.',
              ),
            ]
          : []),
        ...(unjudged.length === 0 ? [] : [unjudgedText({ issues: [], held: [], unjudged })]),
      ],
      facts: { version, digest, unjudged: [...unjudged] },
    },
    { location: server?.location ?? null },
    context,
  )
}

async function send(
  { name, version, text }: { name: string; version: string; text: string },
  server: PublisherServer,
): Promise<CommandResult<PublishResult>> {
  const { status, value } = await server.ask({
    method: 'PUT',
    path: registryPaths.publish(name, version),
    body: text,
    answer: z.union([HeldReceipt, PublishReceipt]),
  })
  if ('status' in value) return heldResult(value, server.location)
  const isNew = status === 201
  return {
    value: { ...value, registry: server.location, published: isNew },
    text: isNew
      ? t('publish.published', 'Published {name} {version} to {location}.', {
          name,
          version,
          location: server.location,
        })
      : t('publish.already-has-exactly', '{location} already has exactly this {name} {version}.', {
          location: server.location,
          name,
          version,
        }),
  }
}

/** The registry keeps the version, and gives it to nobody before its operator approves it. */
function heldResult(held: HeldReceipt, registry: string): CommandResult<PublishResult> {
  const { name, version, reasons } = held
  return {
    value: { ...held, registry, published: false },
    text: [
      t(
        'publish.holds-until-operator-approves',
        '{registry} holds {name} {version} until its operator approves it. Nobody can install it yet.',
        { registry, name, version },
      ),
      ...reasons.map((issue) => `  ${issueText(issue)}`),
      t(
        'publish.wait-decision-publish-corrected',
        'Wait for the decision, or publish corrected texts as the same version with +1 appended.',
      ),
    ].join('\n'),
  }
}
