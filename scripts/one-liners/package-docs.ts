import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface DocPage {
  /** `tar(1)`, `info coreutils`, `doc examples/sample.sh`. */
  source: string
  package: string
  version: string
  kind: 'man' | 'info' | 'text'
  /** For a manual page, its source. */
  file: string
}

/** The packages that the package sources offer; asking for another one takes a second. */
const available = new Set(
  execFileSync('apt-cache', ['pkgnames'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n'),
)
const dullNames = /^(?:changelog|copyright|news|authors|thanks|todo|credits|contributors)/i

/** Downloads the packages that document a package (itself, and its `-man` and `-doc`) and lists their pages. */
export function readPackageDocs(name: string, folder: string): DocPage[] {
  const bare = name.replace(/-(?:bin|base|core|utils|client)$/, '')
  const names = [...new Set([name, `${name}-man`, `${name}-doc`, `${bare}-doc`])]
  return names.flatMap((each) => listPages(each, downloadDocs(each, path.join(folder, each))))
}

/** Unpacks the documentation of a package and returns its version; undefined if no source has the package. */
function downloadDocs(name: string, folder: string): { folder: string; version: string } | undefined {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    if (!available.has(name)) return undefined
    const installed = spawnSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' }).stdout
    const wanted = installed ? [`${name}=${installed}`, name] : [name]
    wanted.some((each) => spawnSync('apt-get', ['download', each], { cwd: folder }).status === 0)
    const deb = readdirSync(folder).find((file) => file.endsWith('.deb'))
    if (deb) unpackDocs(path.join(folder, deb), folder)
  }
  const deb = readdirSync(folder).find((file) => file.endsWith('.deb'))
  return deb === undefined ? undefined : { folder, version: decodeURIComponent(deb.split('_')[1] ?? '') }
}

function unpackDocs(deb: string, folder: string): void {
  const parts = ['./usr/share/man', './usr/share/info', './usr/share/doc']
  const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards --no-anchored "${@:3}"'
  spawnSync('bash', ['-c', unpack, 'bash', deb, folder, ...parts], { stdio: 'ignore' })
}

function listPages(name: string, docs: { folder: string; version: string } | undefined): DocPage[] {
  if (!docs) return []
  const share = path.join(docs.folder, 'usr/share')
  const page = (kind: DocPage['kind'], file: string, source: string): DocPage => ({
    source,
    package: name,
    version: docs.version,
    kind,
    file,
  })
  const manuals = filesBelow(path.join(share, 'man'), 2)
    .filter((file) => /^man[15678]\b/.test(path.relative(path.join(share, 'man'), file)))
    .map((file) => page('man', file, path.basename(file, '.gz').replace(/^(.*)\.(\w+)$/, '$1($2)')))
  const infos = filesBelow(path.join(share, 'info'), 1)
    .filter((file) => /\.info(?:-\d+)?(?:\.gz)?$/.test(file))
    .map((file) => page('info', file, `info ${path.basename(file).replace(/\.info.*$/, '')}`))
  const doc = path.join(share, 'doc')
  const texts = filesBelow(doc, 6)
    .filter((file) => !dullNames.test(path.basename(file)) && !/\.(?:html?|pdf|png|svg)(?:\.gz)?$/.test(file))
    .map((file) => page('text', file, `doc ${path.relative(doc, file).split('/').slice(1).join('/')}`))
  return [...manuals, ...infos, ...texts]
}

/** Lists the regular files of a folder, in order; links that lead nowhere are left out. */
function filesBelow(folder: string, depth: number): string[] {
  if (!existsSync(folder) || depth < 0) return []
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name)
      if (!existsSync(file)) return []
      return statSync(file).isDirectory() ? filesBelow(file, depth - 1) : [file]
    })
}

/** Returns the text of a page that names the program, with every paragraph of a manual page on one line. */
export function readPage(page: DocPage, program: string): string {
  const bytes = readFileSync(page.file)
  const content = page.file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  if (page.kind !== 'man') return content.includes(0) ? '' : content.toString('utf8')
  const linked = /^\.so (\S+)\s*$/m.exec(content.toString('latin1').slice(0, 400))?.[1]
  if (linked) {
    const file = path.join(path.dirname(page.file), '..', `${linked}.gz`)
    return existsSync(file) ? readPage({ ...page, file }, program) : ''
  }
  if (
    !content.includes(program) &&
    !content
      .toString('latin1')
      .replace(/\\&|\\(?=-)/g, '')
      .includes(program)
  )
    return ''
  const flags = ['-K', 'utf8', '-t', '-mandoc', '-T', 'utf8', '-rLL=2000n', '-rHY=0', '-P-cbu']
  const text = execFileSync('groff', flags, {
    input: content,
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: 2 ** 27,
  })
  return text
    .toString('utf8')
    .replace(/[‐‑−]/g, '-')
    .replace(/[‘’´]/g, "'")
    .replaceAll('ˆ', '^')
    .replaceAll('˜', '~')
    .replace(/[“”]/g, '"')
    .replaceAll('\u00a0', ' ')
}
