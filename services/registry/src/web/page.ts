import type { PageLanguage, PageTexts } from './texts/page-texts.ts'

/** What every page knows of its request. */
export interface Page {
  /**
   * Relative path from the page to the site root, so that links work behind a proxy that adds a path prefix: `.` or
   * `../..`.
   */
  root: string
  /** Path below the root, with the query, without the language. */
  path: string
  language: PageLanguage
  texts: PageTexts
  /** The URL where clients reach the registry, without a slash at the end. */
  address: string
  /** Where the operator can be reached: an https or mailto address. */
  contact?: string | undefined
  /** Who is signed in, on pages that are for this person alone; never on a page that caches keep. */
  session?: { user: string; formKey: string } | undefined
  /** Whether it is a file of a static site, where no server answers forms and questions. */
  isStatic: boolean
}

export interface PageProps {
  page: Page
}

/** The relative path to the site root from a path below it. */
export function rootFrom(path: string): string {
  const folders = path.split('?')[0]?.split('/').length ?? 1
  return folders === 1 ? '.' : Array.from({ length: folders - 1 }, () => '..').join('/')
}
