/** Notices when the first job of a workspace is there, from which on models see the tools for jobs. */
export function createFirstJob(any: () => boolean, begun: () => void): { look(): void } {
  let isKnown = any()
  return {
    look() {
      if (isKnown || !any()) return
      isKnown = true
      begun()
    },
  }
}
