import * as z from 'zod'
import type { InstallSize } from '../strategies/strategy.ts'
import type { Packument } from './packument.ts'

const Version = z.object({
  dependencies: z.record(z.string(), z.string()).catch({}),
  optionalDependencies: z.record(z.string(), z.string()).catch({}),
  dist: z.object({ unpackedSize: z.int().positive() }),
})

/** Returns how much a release takes on the disk, if its registry says that, and how many packages it names besides. */
export function npmSize({ versions }: Packument, version: string): InstallSize | undefined {
  const { data } = Version.safeParse(Object.hasOwn(versions, version) ? versions[version] : undefined)
  if (data === undefined) return undefined
  const names = new Set([...Object.keys(data.dependencies), ...Object.keys(data.optionalDependencies)])
  return { bytes: data.dist.unpackedSize, of: 'unpacked', others: names.size }
}
