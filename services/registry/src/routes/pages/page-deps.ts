import type { SigningKey } from '@cli-apps/core/node'
import type { Deps } from '../../deps.ts'

/** What the pages of the catalog need, which a static export of them has, too. */
export interface PageDeps extends Pick<Deps, 'reads' | 'searchIndex' | 'now' | 'publicUrl' | 'contact'> {
  signer?: Pick<SigningKey, 'sign'> | undefined
  /** True for a site of files, which has no forms that a server would answer. */
  isStatic?: boolean | undefined
}
