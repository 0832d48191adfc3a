import type { DebianArchitecture, DebianClosure, SetupStep } from '@cli-apps/core'

/** One command of a setup step, as paths in the root. */
interface SetupCommand {
  /** The first that is there is run. */
  programs: readonly string[]
  args: readonly string[]
  /** The only folders that it may change, relative to the root; their files are copies that no other app shares. */
  writes: readonly string[]
}

const triplets: Record<DebianArchitecture, string> = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }

/** The fixed command of a step. */
export function setupCommand(step: SetupStep, architecture: DebianArchitecture): SetupCommand {
  const libraries = `usr/lib/${triplets[architecture]}`
  switch (step) {
    case 'ldconfig':
      // Packages bring the links of their libraries.
      return { programs: ['usr/sbin/ldconfig'], args: ['-X'], writes: ['etc', 'var/cache/ldconfig'] }
    case 'glib-compile-schemas':
      return {
        programs: ['usr/bin/glib-compile-schemas', `${libraries}/glib-2.0/glib-compile-schemas`],
        args: ['/usr/share/glib-2.0/schemas'],
        writes: ['usr/share/glib-2.0/schemas'],
      }
    case 'gdk-pixbuf-query-loaders':
      return {
        programs: [`${libraries}/gdk-pixbuf-2.0/gdk-pixbuf-query-loaders`],
        args: ['--update-cache'],
        writes: [`${libraries}/gdk-pixbuf-2.0`],
      }
    case 'update-mime-database':
      return {
        programs: ['usr/bin/update-mime-database'],
        args: ['/usr/share/mime'],
        writes: ['usr/share/mime'],
      }
    case 'fc-cache':
      return { programs: ['usr/bin/fc-cache'], args: ['-s', '-f'], writes: ['var/cache/fontconfig'] }
    case 'dot':
      return {
        programs: ['usr/bin/dot', 'usr/sbin/dot'],
        args: ['-c'],
        writes: [`${libraries}/graphviz`],
      }
  }
}

/** The folders that the setup of a closure changes, relative to the root. */
export const foldersOfSetup = ({
  setup = [],
  architecture,
}: Pick<DebianClosure, 'setup' | 'architecture'>): string[] => [
  ...new Set(setup.flatMap((step) => setupCommand(step, architecture).writes)),
]
