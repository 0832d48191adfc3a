import type { Issue } from '../../errors/errors.ts'
import { isObject } from '../../is-object.ts'
import { CommandDigests, type Publication } from '../../manifest/publication.ts'
import { t } from '../../messages/t.ts'
import { manifestDigest } from '../digest.ts'

interface JoinedManifest {
  /** The manifest as JSON with its entry point's tree inlined, as rules and skills need it. */
  value: unknown
  /** The trees of the other programs by name, as JSON. */
  programs: Readonly<Record<string, unknown>>
  /** Trees that are missing, differ from their digest, or belong to no program of the app. */
  issues: Issue[]
}

/** Verifies the command trees of a publication against the digests in its manifest. */
export function joinTrees({ manifest, commands }: Publication): JoinedManifest {
  const digests = isObject(manifest) ? CommandDigests.safeParse(manifest.commands).data : undefined
  const named = new Map(Object.entries(digests ?? {}))
  const trees = new Map(Object.entries(commands))
  const programs = new Set([...named.keys(), ...trees.keys()])
  const issues = [...programs].sort().flatMap((program): Issue[] => {
    const fault = faultOf({ program, digest: named.get(program), tree: trees.get(program), manifest })
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

/** Entry point and programs of a manifest, valid or not. */
function programsOf(manifest: unknown): unknown[] {
  if (!isObject(manifest)) return []
  const { entry_point, programs } = manifest
  const others = Array.isArray(programs) ? programs.map((one) => (isObject(one) ? one.name : undefined)) : []
  return [entry_point, ...others]
}

interface SentTree {
  program: string
  /** The digest in the manifest. */
  digest: string | undefined
  tree: unknown
  manifest: unknown
}

function faultOf({ program, digest, tree, manifest }: SentTree): Pick<Issue, 'message' | 'hint'> | undefined {
  if (digest === undefined)
    return {
      message: t('join-trees.sent-manifest-does-not', 'is sent, and the manifest does not name it'),
      hint: t('join-trees.hint', 'Add its digest to "commands" in the manifest, or do not send it.'),
    }
  if (!programsOf(manifest).includes(program))
    return {
      message: t('join-trees.not-program-app', 'is not a program of this app'),
      hint: t('join-trees.hint.name-program', 'Name the entry point or one of "programs".'),
    }
  if (tree === undefined)
    return {
      message: t(
        'join-trees.named-manifest-tree-missing',
        'is named by the manifest, and its tree is missing',
      ),
      hint: t(
        'join-trees.hint.send-as-commands-cli-apps',
        'Send it as commands.{program}; "cli-apps publish" takes it from trees/<name>/{program}.json beside the manifest.',
        { program },
      ),
    }
  const actual = manifestDigest(tree)
  if (actual === digest) return undefined
  return {
    message: t(
      'join-trees.has-digest-manifest-names',
      'has the digest {actual}, and the manifest names {digest}',
      { actual, digest },
    ),
    hint: t('join-trees.hint.put-digest-tree-into', 'Put the digest of the tree into the manifest.'),
  }
}
