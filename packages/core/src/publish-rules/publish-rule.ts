import type { Issue } from '../errors/errors.ts'
import type { ManifestDraft } from './manifest-draft.ts'

/** What one registry allows and another does not. */
export interface PublishPolicy {
  /** May an install method build from a git commit? */
  allowGit: boolean
}

/** A name or alias, folded by `nameKey`, of another app. */
export interface OtherName {
  key: string
  app: string
  /** Do the publishers of the manifest own that app too? */
  isOwn: boolean
}

/** What only a registry knows of names. */
export interface NameFacts {
  /** Folded names and aliases that the app has already: nobody asks again whether it may. */
  held: readonly string[]
  /** At least those of other apps that are equal to a name of the manifest or too near to it. */
  others: readonly OtherName[]
}

/** What the rules know beside the manifest. */
export interface PublishFacts {
  policy: PublishPolicy
  /** Absent where no registry could be asked; the rules that need it are then not judged. */
  names?: NameFacts | undefined
  /** Ids of rules that the operator allowed this app, or `*` for all that he can allow. */
  approved: readonly string[]
}

/** One publishing check. It judges what of the manifest fits the schema, and never throws. */
export interface PublishRule {
  /** Stable, such as `publish.similar-name`. */
  id: string
  /** What is refused, as the documentation says it. */
  refuses: string
  /** Can an operator allow it, for one app? */
  approvable: boolean
  /** Are versions that it finds something in held for the operator to decide, rather than refused? */
  holds?: boolean
  /** Can only a registry judge it? */
  needsNames?: boolean
  check(draft: ManifestDraft, facts: PublishFacts): Issue[]
}
