/** What starts this very program once more, as it was started: with the same Node, its options, and the same file. */
export const ownArgv = (): string[] => [process.execPath, ...process.execArgv, ...process.argv.slice(1, 2)]
