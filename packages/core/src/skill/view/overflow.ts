/** Moves texts of a section into a reference. */
export type Overflow = (subject: string, texts: readonly string[]) => void

/** Returns the lines of a section that fit its tokens; the others go into a reference. */
export type FitSection = (subject: string, lines: readonly string[], tokens: number) => string[]
