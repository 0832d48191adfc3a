import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandNode, parseManifest } from '@cli-apps/core'
import { chainWords, indexCommands, rankCommands, walkChains } from '@cli-apps/core/command-tools'
import { resourceFolder } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const app = (name: string, treeFile: string) => {
  const tree = CommandNode.parse(
    JSON.parse(readFileSync(path.join(import.meta.dirname, `../../fixtures/trees/${treeFile}.json`), 'utf8')),
  )
  const manifestJson: unknown = JSON.parse(
    readFileSync(path.join(resourceFolder('catalog'), `${name}.json`), 'utf8'),
  )
  return { manifest: parseManifest(manifestJson), index: indexCommands(tree), chains: [...walkChains(tree)] }
}
const github = app('github', 'gh')
const rclone = app('rclone', 'rclone')

const ranked = (query: string) =>
  rankCommands(query, [github, rclone]).map(({ manifest, place, matches }) => {
    const chain = (manifest === github.manifest ? github : rclone).chains[place]
    return { words: chain === undefined ? '?' : chainWords(chain).join(' '), matches }
  })

describe('rankCommands', () => {
  it.each([
    ['create a pull request', 'pr create'],
    ['merge pull request', 'pr merge'],
    ['find duplicate files on google drive', 'dedupe'],
  ])('%j finds %s first', (query, words) => expect(ranked(query)[0]?.words).toBe(words))

  it('prefers commands about a word to those whose app it names', () => {
    const [first] = ranked('github release')
    expect(first?.words).toMatch(/^release/)
  })

  it('distinguishes matches of a command from those of its app', () => {
    const [first] = ranked('mount google drive')
    expect(first?.words).toBe('mount')
    const fieldsOf = (term: string) =>
      first?.matches.filter((match) => match.term === term).map(({ field }) => field)
    expect(fieldsOf('mount')).toEqual(['name'])
    expect(fieldsOf('google drive')).toEqual(['category'])
  })
})
