import type { SetupStep } from '@cli-apps/core'
import type { PackageFacts } from './package-facts.ts'

const libcFolders = /^\/etc\/ld\.so\.conf\.d\/(?:libc|[a-z0-9_]+-linux-gnu)\.conf$/

/** The setup steps that programs with these files need, from what the packages contain. */
export function setupSteps(facts: Iterable<PackageFacts>): SetupStep[] {
  const all = [...facts]
  const has = (pattern: RegExp): boolean => all.some(({ files }) => files.some((file) => pattern.test(file)))
  const hasFolders = all.some(({ files }) =>
    files.some((file) => /^\/etc\/ld\.so\.conf\.d\/.*\.conf$/.test(file) && !libcFolders.test(file)),
  )
  const wanted: Record<SetupStep, boolean> = {
    ldconfig: hasFolders || all.some(({ findsLibraries }) => findsLibraries),
    'glib-compile-schemas': has(/^\/usr\/share\/glib-2\.0\/schemas\/[^/]+\.xml$/),
    'gdk-pixbuf-query-loaders': has(/\/gdk-pixbuf-2\.0\/2\.10\.0\/loaders\/[^/]+\.so$/),
    'update-mime-database': has(/^\/usr\/bin\/update-mime-database$/),
    'fc-cache': has(/^\/usr\/bin\/fc-cache$/),
    dot: has(/^\/usr\/bin\/dot$/) && has(/\/graphviz\/libgvplugin_[^/]+$/),
  }
  return (Object.keys(wanted) as SetupStep[]).filter((step) => wanted[step])
}
