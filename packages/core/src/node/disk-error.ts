import { hasCode } from './files.ts'

/** Adds the file to a system error, which often names no file or a temporary one. */
export function aboutFile(error: unknown, file: string): unknown {
  if (error instanceof Error && 'syscall' in error) Object.assign(error, { path: file })
  return error
}

/** Whether the disk refuses writes: full, over quota, read-only, not permitted, or broken. */
export const isDiskRefusal = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EFBIG', 'EIO'].some((code) => hasCode(error, code)) &&
  !(error instanceof Error && 'syscall' in error && error.syscall === 'connect')
