/**
 * A subject whole, or its beginning and a `*`. The beginning ends with a separator, so that `acme/*` is not also
 * `acme-evil/x`, and has another one before: `repo:*` would be all the world.
 */
export const isSubjectPattern = (text: string): boolean => /^[^*]+$|^[^*]+[:/][^*]+[:/]\*$/.test(text)

export const matchesSubject = (pattern: string, subject: string): boolean =>
  pattern.endsWith('*') ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern
