import { hasCode } from './files.ts'

/** An error of the system, which often names no file or a temporary one, as one about this file. */
export function aboutFile(error: unknown, file: string): unknown {
  if (error instanceof Error && 'syscall' in error) Object.assign(error, { path: file })
  return error
}

/** Does the disk refuse to be written to: full, over quota, read-only, not this user's, broken? */
export const isDiskRefusal = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EFBIG', 'EIO'].some((code) => hasCode(error, code)) &&
  !(error instanceof Error && 'syscall' in error && error.syscall === 'connect')
