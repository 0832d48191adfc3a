/** Failures as lines of text, printed as soon as they are found. */
export interface Violations {
  add(text: string): void
  readonly all: readonly string[]
}

export function createViolations(): Violations {
  const all: string[] = []
  return {
    all,
    add: (text) => {
      all.push(text)
      console.error(`VIOLATION ${new Date().toISOString()} ${text}`)
    },
  }
}
