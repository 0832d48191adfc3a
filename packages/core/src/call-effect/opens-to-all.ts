const allInterfaces = /^(?:0\.0\.0\.0|\[::\]|::)(?::\d+)*$/

/**
 * Whether an option gives the address that stands for all interfaces, with ports or without: a server that listens there
 * can be reached by every machine of the network. Options that are judged otherwise do not count.
 */
export const opensToAll = (
  args: readonly string[],
  isJudged: (name: string, at: number) => boolean = () => false,
): boolean =>
  args.some((word, at) => {
    if (!word.startsWith('-')) return false
    const [name = '', ...more] = word.split('=')
    const value = more.length > 0 ? more.join('=') : (args[at + 1] ?? '')
    return allInterfaces.test(value) && !isJudged(name, at)
  })
