/**
 * What a root does without, by path in the root: texts that programs do not read when they run. Manual pages stay, for
 * the reading of help. Translated messages need a locale, and a root has only `C` and `C.UTF-8`.
 */
const leftOut: readonly RegExp[] = [
  /^usr\/share\/doc\/(?!(?:[^/]+\/)?copyright$)./,
  /^usr\/share\/(?:doc-base|lintian|bug|info|linda|gtk-doc|help)\/./,
  /^usr\/share\/locale\/[^/]+\/LC_MESSAGES\/./,
  // Translated manual pages; `man1` to `man9` hold the English ones.
  /^usr\/share\/man\/(?!man[^/]*(?:\/|$))./,
]

/** Whether a file of a package is not unpacked. `name` is relative to the root, without `./`. */
export const isLeftOut = (name: string): boolean => leftOut.some((pattern) => pattern.test(name))
