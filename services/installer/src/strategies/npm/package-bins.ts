import path from 'node:path'
import * as z from 'zod'

/** `bin` of a `package.json` (npm documentation, "package.json"). */
export const PackageBin = z.union([z.string(), z.record(z.string(), z.string())]).optional()

/** Returns the executables of a package, name and file, as npm's lock states them. */
export function packageBins(name: string, bin: z.infer<typeof PackageBin>): Record<string, string> {
  const named = typeof bin === 'string' ? { [path.posix.basename(name)]: bin } : (bin ?? {})
  return Object.fromEntries(
    Object.entries(named)
      .map(([command, file]) => [path.posix.basename(command), path.posix.join('/', file).slice(1)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
