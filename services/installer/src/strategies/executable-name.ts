/** Returns the file name of an executable on this system. */
export const executableName = (bin: string): string =>
  process.platform === 'win32' && !bin.endsWith('.exe') ? `${bin}.exe` : bin
