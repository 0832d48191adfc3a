const usageLine = /^ {0,4}usage: +(\S+)/i

/**
 * Removes what other programs print along: a compiler's longest help ends with that of its assembler and linker, each
 * below a usage line of its own. What stands above the first usage line belongs to the program.
 */
export function withoutOtherPrograms(text: string, program: string): string {
  let sawOwn = false
  let isOther = false
  const kept = text.split('\n').filter((line) => {
    const called = line.length < 2_000 ? usageLine.exec(line)?.[1] : undefined
    if (called === undefined) return !isOther
    const isOwn = isCalled(called, program)
    sawOwn ||= isOwn
    isOther = !isOwn && sawOwn
    return !isOther
  })
  return kept.join('\n')
}

/** Whether a word calls the program: its name with or without a folder, a version, or a platform before it. */
function isCalled(word: string, program: string): boolean {
  const name = word.split(/[\\/]/).at(-1) ?? ''
  const bare = (text: string): string => text.replace(/[-_.]?\d[\d.]*$|\.\w{2,3}$/g, '').toLowerCase()
  const isPlaceholder = !/^[\w.+-]+$/.test(name)
  return isPlaceholder || bare(name).includes(bare(program)) || bare(program).includes(bare(name))
}
