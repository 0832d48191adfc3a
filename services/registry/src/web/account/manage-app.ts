import type { AppDocument, Problem, TrustedPublisherList } from '@cli-apps/core'
import type { PageProps } from '../page.ts'

/** What an owner can change on the page of an app. */
export const changesOfApps = [
  'yank',
  'unyank',
  'deprecate',
  'tag',
  'untag',
  'add-owner',
  'remove-owner',
  'trust',
  'distrust',
  'remove',
  'restore',
] as const
export type AppChangeName = (typeof changesOfApps)[number]

export interface ManageProps extends PageProps {
  app: AppDocument
  /** Actions that the token lacks. */
  lacks: readonly ('publish' | 'yank' | 'owners')[]
  /** Jobs of CI services that publish the app, and the services that the registry accepts. */
  publishers: TrustedPublisherList['publishers']
  issuers: readonly string[]
  /** The form that was refused, with what was typed. */
  refused?: { change: string; problem: Problem; fields: Readonly<Record<string, string>> } | undefined
  done?: string | undefined
}

/** What was typed into a field of a form that was refused; empty for every other form. */
export const typedIn = ({ refused }: ManageProps, change: AppChangeName, field: string): string =>
  refused?.change === change ? (refused.fields[field] ?? '') : ''
