import path from 'node:path'
import { isObject } from '../../is-object.ts'
import type { ClosurePackage, DebianClosure } from '../../manifest/debian/debian-closure.ts'

/** A closure whose packages are indexes into a list that closures share: of eight packages, seven are in another closure too. */
interface SharedClosure extends Omit<DebianClosure, 'packages'> {
  packages: number[]
}

/** Path of the packages that the closures of a catalog share, if it is one that ships with a program. */
export const sharedPackagesFile = (folder: string): string => path.join(folder, 'closures', 'packages.json')

/** Collects the packages of closures, each once. */
export class SharedPackages {
  readonly list: ClosurePackage[] = []
  readonly #indexes = new Map<string, number>()

  share(closure: DebianClosure): SharedClosure {
    return { ...closure, packages: closure.packages.map((one) => this.#indexOf(one)) }
  }

  #indexOf(one: ClosurePackage): number {
    const text = JSON.stringify(one)
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.list.length)
    return this.list.push(one) - 1
  }
}

/**
 * Returns a closure of a catalog with its packages in place of their indexes. Whatever else is in it stays: its digest
 * decides whether it is the one that the manifest names.
 */
export async function withPackages(closure: unknown, readShared: () => Promise<unknown>): Promise<unknown> {
  if (!isObject(closure) || !Array.isArray(closure.packages)) return closure
  if (!closure.packages.some((one) => typeof one === 'number')) return closure
  const shared = await readShared()
  const list = Array.isArray(shared) ? shared : []
  return { ...closure, packages: closure.packages.map((one) => (typeof one === 'number' ? list[one] : one)) }
}
