import { compareVersions } from './compare-versions.ts'

type Operator = '<<' | '<=' | '=' | '>=' | '>>'

/** One alternative of a relation, such as `libc6 (>= 2.36)`. */
export interface Relation {
  name: string
  version?: { operator: Operator; than: string }
}

/** Reads a field such as `Depends`: every inner list must be satisfied by one of its alternatives. */
export const parseRelations = (field: string | undefined): Relation[][] =>
  field === undefined || field.trim() === ''
    ? []
    : field.split(',').map((clause) => clause.split('|').map((one) => parseRelation(one.trim())))

const pattern = /^([a-z0-9][a-z0-9+.-]*)(?::[a-z0-9-]+)?\s*(?:\(\s*(<<|<=|=|>=|>>|<|>)\s*([^\s)]+)\s*\))?$/

/** `:any` is dropped: a closure holds packages of one architecture. */
function parseRelation(text: string): Relation {
  const [, name, operator, than] = pattern.exec(text) ?? []
  if (name === undefined) throw new Error(`"${text}" is not a relation between packages.`)
  if (operator === undefined || than === undefined) return { name }
  // Policy keeps "<" and ">" as old spellings of "<=" and ">=".
  const strict = operator === '<' || operator === '>' ? (`${operator}=` as Operator) : (operator as Operator)
  return { name, version: { operator: strict, than } }
}

/** Whether a version satisfies a relation; every version satisfies one without a version. */
export function satisfies(version: string, { version: bound }: Relation): boolean {
  if (bound === undefined) return true
  const order = compareVersions(version, bound.than)
  if (bound.operator === '<<') return order < 0
  if (bound.operator === '<=') return order <= 0
  if (bound.operator === '=') return order === 0
  return bound.operator === '>=' ? order >= 0 : order > 0
}

export const printRelation = ({ name, version }: Relation): string =>
  version === undefined ? name : `${name} (${version.operator} ${version.than})`
