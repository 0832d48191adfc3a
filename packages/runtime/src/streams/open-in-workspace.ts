import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import path from 'node:path'
import { openBeneath, openFolder } from '@cli-apps/core/node'

/**
 * Calls `use` with a path by which a file or folder of the workspace can be opened, which leads to that place alone: on Linux
 * through a descriptor, so that no link put in its way is followed. `undefined` where there is nothing or a link in the way.
 */
function withPlace<Value>(root: string, place: string, use: (path: string) => Value): Value | undefined {
  const file = path.join(root, place)
  if (process.platform !== 'linux') return use(file)
  const folder = openFolder(root)
  try {
    const found = openBeneath(folder, place)
    if (found === undefined) return undefined
    try {
      return use(`/proc/self/fd/${found}`)
    } finally {
      closeSync(found)
    }
  } finally {
    closeSync(folder)
  }
}

/** Descriptor of a regular file of the workspace, for reading; `undefined` where it is not that. It has to be closed. */
export function openToRead(root: string, place: string): number | undefined {
  const isLinux = process.platform === 'linux'
  // A FIFO would wait for a writer; through a descriptor of its own `O_NOFOLLOW` would refuse everything.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (isLinux ? 0 : constants.O_NOFOLLOW)
  return withPlace(root, place, (file) => {
    const descriptor = openSync(file, flags)
    if (fstatSync(descriptor).isFile()) return descriptor
    closeSync(descriptor)
    return undefined
  })
}

/** A folder of the workspace that stays the same whatever is moved meanwhile, by the path that leads to it. It has to be closed. */
export function openToWrite(root: string, place: string): { path: string; close(): void } | undefined {
  if (process.platform !== 'linux') return { path: path.join(root, place), close() {} }
  const descriptor = withPlace(root, place, (folder) =>
    openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY),
  )
  return descriptor === undefined
    ? undefined
    : { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) }
}
