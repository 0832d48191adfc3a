import { type LockedApp, LockedArtifact, type LockedInstall, type Lockfile } from './lockfile.ts'

/**
 * Renders `cli-apps.lock` deterministically. Apps, platforms and artifacts are sorted and an artifact takes one line,
 * so that branches which add different apps merge, and a changed hash is one changed line. Unknown keys come after
 * ours.
 */
export const lockfileText = (lockfile: Lockfile): string =>
  `${renderJson(
    inOrder({ ...lockfile, apps: mapSorted(lockfile.apps, orderedApp) }, ['lockfile', 'apps']),
    '',
  )}\n`

const orderedApp = (app: LockedApp): object =>
  inOrder({ ...app, platforms: mapSorted(app.platforms, orderedInstall) }, [
    'version',
    'digest',
    'registry',
    'key',
    'platforms',
  ])

const orderedInstall = (install: LockedInstall): object => {
  const artifacts = [...install.artifacts]
    .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
    .map((artifact) => inOrder(artifact, Object.keys(LockedArtifact.shape)))
  return inOrder({ ...install, artifacts }, [
    'method',
    'program_version',
    'package_version',
    'proof',
    'artifacts',
  ])
}

/** Returns the object with these keys first, and the others sorted after them. */
function inOrder(value: Readonly<Record<string, unknown>>, first: readonly string[]): object {
  const others = Object.keys(value)
    .filter((key) => !first.includes(key))
    .sort(compare)
  return Object.fromEntries([...first, ...others].map((key) => [key, value[key]]))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const mapSorted = <Value, Result>(
  entries: Partial<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(
    Object.entries(entries)
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([key, value]) => (value === undefined ? [] : [[key, map(value)]])),
  )

/** Renders JSON with two spaces per level, and each list item on one line. */
function renderJson(value: unknown, indent: string): string {
  const deeper = `${indent}  `
  const block = (open: string, rows: readonly string[], close: string): string =>
    rows.length === 0
      ? open + close
      : `${open}\n${rows.map((row) => deeper + row).join(',\n')}\n${indent}${close}`
  if (Array.isArray(value))
    return block(
      '[',
      value.map((item) => JSON.stringify(item)),
      ']',
    )
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return block(
    '{',
    fields.map(([key, field]) => `${JSON.stringify(key)}: ${renderJson(field, deeper)}`),
    '}',
  )
}
