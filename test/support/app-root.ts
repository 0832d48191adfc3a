import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a root in `folder` as an app of Debian has one, out of programs of this machine, by their paths, and the libraries that
 * these need: merged `/usr`, and empty places for what is the machine's.
 */
export async function makeAppRoot(folder: string, programs: readonly string[]): Promise<string> {
  for (const made of ['usr/bin', 'usr/share/zoneinfo', 'etc/ssl/certs', 'var/lib/greet'])
    await mkdir(path.join(folder, made), { recursive: true })
  for (const name of ['bin', 'lib', 'lib64']) {
    await mkdir(path.join(folder, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, path.join(folder, name))
  }
  for (const name of ['resolv.conf', 'hosts', 'passwd', 'group', 'localtime'])
    await writeFile(path.join(folder, 'etc', name), '')
  await writeFile(path.join(folder, 'etc/release'), 'of the app\n')
  await writeFile(path.join(folder, 'var/lib/greet/words'), 'hello\n')
  for (const program of programs) {
    await copyFile(await realpath(program), path.join(folder, 'usr/bin', path.basename(program)))
    for (const library of librariesOf(program)) await copyInto(folder, library)
  }
  return folder
}

export const librariesOf = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/[^\s)]+/g)].map(([file]) => file)

/** Below `/usr`, wherever the machine has it. */
async function copyInto(folder: string, library: string): Promise<void> {
  const to = path.join(folder, 'usr', library.replace(/^\/usr\//, ''))
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(library, to)
}
