/**
 * A full subject, or a prefix followed by `*`. The prefix ends with a separator, so that `acme/*` does not match
 * `acme-evil/x`, and contains another one, since `repo:*` would match everyone.
 */
export const isSubjectPattern = (text: string): boolean => /^[^*]+$|^[^*]+[:/][^*]+[:/]\*$/.test(text)

export const matchesSubject = (pattern: string, subject: string): boolean =>
  pattern.endsWith('*') ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern
