import type { PlaybookDocument } from '@cli-apps/core'
import type { PageProps } from '../page.ts'

/** A playbook, as its pages show it. */
interface ShownPlaybook {
  document: PlaybookDocument
  /** The apps that it uses, in order. */
  apps: readonly {
    name: string
    title: string
    /** The program that is called where a call names none. */
    program: string
    /** Whether the registry lists it. */
    isListed: boolean
  }[]
}

export interface PlaybookProps extends PageProps {
  playbook: ShownPlaybook
}
