import type { Issue } from '../../errors/errors.ts'
import { isObject } from '../../is-object.ts'
import { CommandDigests, namedClosures, type Publication } from '../../manifest/publication.ts'
import { t } from '../../messages/t.ts'
import { type DocumentFault, documentFault } from './document-fault.ts'

interface JoinedPublication {
  /** The manifest as JSON with its entry point's tree inlined, as rules and skills need it. */
  value: unknown
  /** The trees of the other programs by name, as JSON. */
  programs: Readonly<Record<string, unknown>>
  /** The closures that the manifest names by architecture, as JSON. */
  closures: Readonly<Record<string, unknown>>
  /** Documents that are missing, differ from their digest, or belong to nothing in the manifest. */
  issues: Issue[]
}

/** Verifies the documents of a publication against the digests in its manifest. Their content is not judged. */
export function joinPublication(publication: Publication): JoinedPublication {
  const trees = joinTrees(publication)
  const closures = joinClosures(publication)
  return { ...trees, ...closures, issues: [...trees.issues, ...closures.issues] }
}

function joinTrees({
  manifest,
  commands,
}: Publication): Pick<JoinedPublication, 'value' | 'programs' | 'issues'> {
  const digests = isObject(manifest) ? CommandDigests.safeParse(manifest.commands).data : undefined
  const named = new Map(Object.entries(digests ?? {}))
  const trees = new Map(Object.entries(commands))
  const own = programsOf(manifest)
  const issues = [...new Set([...named.keys(), ...trees.keys()])].sort().flatMap((program): Issue[] => {
    const digest = named.get(program)
    const fault =
      digest === undefined || own.includes(program)
        ? documentFault({ digest, document: trees.get(program) }, treeHints(program))
        : noProgram()
    return fault === undefined
      ? []
      : [{ path: `commands.${program}`, rule: 'publish.command-trees', ...fault }]
  })
  if (digests === undefined || !isObject(manifest)) return { value: manifest, programs: {}, issues }
  const { commands: _, ...rest } = manifest
  const entryPoint = String(manifest.entry_point)
  const tree = trees.get(entryPoint)
  return {
    value: tree === undefined ? rest : { ...rest, commands: tree },
    programs: Object.fromEntries([...trees].filter(([program]) => program !== entryPoint)),
    issues,
  }
}

function joinClosures({ manifest, closures }: Publication): Pick<JoinedPublication, 'closures' | 'issues'> {
  const named = namedClosures(manifest)
  const sent = new Map(Object.entries(closures))
  const issues = [...new Set([...named.keys(), ...sent.keys()])].sort().flatMap((architecture): Issue[] => {
    const digest = named.get(architecture)
    const fault = documentFault({ digest, document: sent.get(architecture) }, closureHints(architecture))
    return fault === undefined
      ? []
      : [{ path: `closures.${architecture}`, rule: 'publish.debian-closures', ...fault }]
  })
  return { closures: Object.fromEntries([...sent].filter(([key]) => named.has(key))), issues }
}

/** Entry point and programs of a manifest, valid or not. */
function programsOf(manifest: unknown): unknown[] {
  if (!isObject(manifest)) return []
  const { entry_point, programs } = manifest
  const others = Array.isArray(programs) ? programs.map((one) => (isObject(one) ? one.name : undefined)) : []
  return [entry_point, ...others]
}

const noProgram = (): DocumentFault => ({
  message: t('join-trees.not-program-app', 'is not a program of this app'),
  hint: t('join-trees.hint.name-program', 'Name the entry point or one of "programs".'),
})

const treeHints = (program: string) => ({
  unnamed: t('join-trees.hint', 'Add its digest to "commands" in the manifest, or do not send it.'),
  missing: t(
    'join-trees.hint.send-as-commands-cli-apps',
    'Send it as commands.{program}; "{cli} publish" takes it from trees/<name>/{program}.json beside the manifest.',
    { program },
  ),
})

const closureHints = (architecture: string) => ({
  unnamed: t(
    'join-closures.hint',
    'Add its digest to the "architectures" of the debian method in the manifest, or do not send it.',
  ),
  missing: t(
    'join-closures.hint.send',
    'Send it as closures.{architecture}; "{cli} publish" takes it from closures/<name>/{architecture}.json beside the manifest.',
    { architecture },
  ),
})
