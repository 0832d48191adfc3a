import { CommandNode, emptyCommand } from '@cli-apps/core'
import { recipeDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { boundTree } from '../../../scripts/catalog/bound-tree.ts'
import { catalogRules } from '../../../scripts/catalog/check/catalog-rules.ts'
import { unlistedCode } from '../../../scripts/catalog/check/effects/code-options.ts'
import { unjudgedNames } from '../../../scripts/catalog/check/effects/destroying-names.ts'
import { understatedCommands } from '../../../scripts/catalog/check/effects/effect-words.ts'
import { absentOptions, listedOptions } from '../../../scripts/catalog/check/effects/listed-options.ts'
import {
  listedOverrides,
  oneEffect,
  recipeEffects,
  statedEffects,
} from '../../../scripts/catalog/check/effects/recipe-effects.ts'
import { unlistedWriters } from '../../../scripts/catalog/check/effects/writing-options.ts'
import { evidence } from '../../../scripts/catalog/check/evidence.ts'
import { knownCommands } from '../../../scripts/catalog/check/proof.ts'
import { recipeResults } from '../../../scripts/catalog/check/recipe-results.ts'
import { currentVersion, describedVersion } from '../../../scripts/catalog/check/versions.ts'
import type { CatalogEntry } from '../../../scripts/catalog/entries.ts'
import type { VerificationLog } from '../../../scripts/catalog/verification-log.ts'
import { entryWith, verificationOf } from './entries.ts'

const source = 'https://greet.example/manual'

const noLog: VerificationLog = { run: null, verifications: [] }

/** An entry whose recipes passed when they were installed with a method; only those with these ids, if there are any. */
function passing(entry: CatalogEntry, method: 'debian' | 'npm', ...ids: string[]): CatalogEntry {
  const { name, version, recipes = [] } = entry.manifest
  const passed = recipes.filter(({ id }) => ids.length === 0 || ids.includes(id))
  return {
    ...entry,
    results: {
      ...{ results: 1, name, version, program_version: null, method, platform: 'linux-x64' },
      date: '2026-01-02',
      recipes: Object.fromEntries(
        passed.map((recipe) => [recipe.id, { recipe: recipeDigest(recipe), outcome: 'passed' }]),
      ),
    },
  }
}

/** What the rules but that of balance say, as `<path>: <message>`. */
const issuesOf = (entries: CatalogEntry[], log = noLog): string[] =>
  catalogRules
    .filter(({ id }) => id !== 'catalog.balance')
    .flatMap((rule) => rule.check(entries, log).map(({ path, message }) => `${path}: ${message}`))

/** What of a tree the rule of destroying names finds no effect for. */
const unjudged = (effects: Record<string, unknown> | undefined): string[] => {
  const entry = {
    ...entryWith({ run: { effects } }),
    tree: CommandNode.parse({
      name: 'greet',
      options: [{ long: ['--purge'] }, { long: ['--remove-comments'] }],
      commands: [
        { name: 'show', options: [{ short: ['-f'], long: ['--force'] }] },
        { name: 'cards', commands: [{ name: 'delete' }, { name: 'list' }] },
        { name: 'cards:drop', options: [{ long: ['--force'] }] },
      ],
    }),
  }
  return unjudgedNames(entry).map(({ path, option }) => [...path, option ?? ''].join(' ').trim())
}

describe('the rule of names that promise to destroy', () => {
  it('finds commands and options that no list names', () => {
    const all = ['--purge', 'show --force', 'cards delete', 'cards:drop', 'cards:drop --force']
    expect(unjudged(undefined)).toEqual(all)
    // What reads with all that is below it does not delete.
    expect(unjudged({ read: ['cards', 'show'] })).toEqual(all)
    expect(unjudged({ destructive: [{ command: 'show', options: ['-f'] }] })).toEqual(all)
  })

  it('takes a command that is listed, an option that is listed for its command or the program, and what stands below what destroys', () => {
    expect(
      unjudged({
        read: ['cards', 'cards delete'],
        write: [{ command: 'show', options: ['-f', '--force'] }],
        destructive: ['cards:drop', { options: ['--purge'] }],
      }),
    ).toEqual([])
    expect(unjudged({ destructive: ['cards', { options: ['--force', '--purge'] }] })).toEqual(['cards:drop'])
  })
})

describe('the results of recipes', () => {
  const ranOn = (tried: boolean) => {
    const facts = { closure: `sha256:${'0'.repeat(64)}`, packages: 1, size: 1, installed_size: 1, tried }
    const debian = { method: 'debian', package: 'greet', version: '1.2.3-1', suite: 'bookworm' }
    const entry = entryWith({ install: [{ ...debian, architectures: { amd64: facts } }] })
    return recipeResults.check([passing(entry, 'debian')], noLog).map(({ message }) => message)
  }

  it('must be of the Debian packages that the entry lists', () => {
    expect(ranOn(true)).toEqual([])
    expect(ranOn(false)).toEqual([
      expect.stringContaining('were run with other Debian packages than the entry lists now'),
    ])
  })
})

/** The recipes of which the rule of recipe effects complains, with these lists of effects. */
const contradicted = (effects: Record<string, unknown>, recipes: Record<string, unknown>[]): string[] => {
  const entry = entryWith({
    run: { effects },
    recipes: recipes.map((recipe, at) => ({ id: `r${at}`, task: 'A task', ...recipe })),
  })
  return recipeEffects.check([entry], noLog).map(({ path }) => path.replace('greet.json recipes ', ''))
}

describe('the rule of recipes and lists of effects', () => {
  it('refuses lists by which a call does less than its recipe says', () => {
    const recipes = [
      { call: { args: ['cards', 'fetch'] }, effect: 'write' },
      { call: { args: ['cards', 'send'] }, effect: 'destructive' },
      { call: { args: ['cards', 'list'] }, effect: 'read' },
    ]
    expect(contradicted({ read: ['cards'], write: ['cards send'] }, recipes)).toEqual(['r0', 'r1'])
    expect(contradicted({ write: ['cards fetch'], destructive: ['cards send'] }, recipes)).toEqual([])
    // Nothing is known of these calls, so nothing is contradicted.
    expect(contradicted({ read: ['show'] }, recipes)).toEqual([])
  })

  it('takes a call that names its output for one that writes, and a format for no file', () => {
    const calls = [
      ['-o', 'card.pdf'],
      ['--output=a/card.txt'],
      ['-out=card.bin'],
      ['-o', 'json'],
      ['-o', '-'],
    ]
    const recipes = calls.map((args) => ({ call: { args: ['show', ...args] } }))
    expect(contradicted({ read: ['show'] }, recipes)).toEqual(['r0', 'r1', 'r2'])
    const outputs = { command: 'show', options: ['-o', '--output', '-out'] }
    expect(contradicted({ read: ['show'], write: [outputs] }, recipes)).toEqual([])
  })

  it('leaves out what the runtime writes, and finds files by the placeholders and files of a recipe', () => {
    const effects = { read: ['show'], write: [{ operands: ['<path>'] }] }
    expect(
      contradicted(effects, [
        { call: { args: ['show'], stdout_file: 'card.txt' }, effect: 'write' },
        {
          call: { args: ['show', '{card}'] },
          placeholders: { card: { type: 'file', example: 'card' } },
          effect: 'write',
        },
        { call: { args: ['show', 'card'] }, files: { card: 'x' }, effect: 'write' },
        { call: { args: ['show', 'card'] }, effect: 'write' },
      ]),
    ).toEqual(['r3'])
  })

  it('judges the call of another program by the lists of that program', () => {
    const entry = entryWith({
      programs: [{ name: 'stamp', summary: 'Stamp cards', effects: { read: ['look'] } }],
      recipes: [{ id: 'r', task: 'Stamp', call: { program: 'stamp', args: ['look'] }, effect: 'write' }],
    })
    expect(recipeEffects.check([entry], noLog)).toHaveLength(1)
  })
})

describe('the rule of writing options', () => {
  const tree = CommandNode.parse({
    name: 'greet',
    commands: [
      {
        name: 'show',
        options: [
          { long: ['--save'], value: { name: 'PATH' }, description: 'save the card in a file' },
          { long: ['--log-file'], value: { name: 'FILE' }, description: 'write the log to this file' },
          { short: ['-o'], long: ['--output'], value: { name: 'FORM' }, description: 'form of the text' },
          { short: ['-o'], long: ['--only'], description: 'show only files' },
        ],
      },
    ],
  })
  const unlisted = (effects: Record<string, unknown>) =>
    unlistedWriters({ ...entryWith({ run: { effects } }), tree })

  it('finds options that name a file to write and count as reading', () => {
    expect(unlisted({ read: ['show'] })).toEqual(['show --save', 'show --log-file'])
    expect(unlisted({ read: ['show'], write: [{ options: ['--log-file', '--save'] }] })).toEqual([])
  })

  it('says nothing of calls that do not count as reading', () => {
    expect(unlisted({ write: ['show'] })).toEqual([])
  })
})

describe('the rule of options that run code', () => {
  const tree = CommandNode.parse({
    name: 'greet',
    options: [{ long: ['--version'] }],
    commands: [
      {
        name: 'show',
        options: [
          { long: ['--eval'], value: { name: 'CODE' } },
          { long: ['--diff-command'], value: { name: 'CMD' } },
          { long: ['--exec'] },
          { long: ['--import-map'], value: { name: 'FILE' } },
        ],
      },
    ],
  })
  const unlisted = (effects: Record<string, unknown>): string[] =>
    unlistedCode({ ...entryWith({ run: { effects } }), tree })

  it('finds options whose value is run and that do not count as destructive', () => {
    const both = ['show --eval', 'show --diff-command']
    expect(unlisted({ read: ['show'] })).toEqual(both)
    expect(unlisted({ write: ['show'] })).toEqual(both)
    expect(unlisted({ write: [{ options: ['--eval'] }] })).toEqual(both)
  })

  it('is content with options or commands that are listed as destructive', () => {
    const options = ['--eval', '--diff-command']
    expect(unlisted({ read: ['show'], destructive: [{ options }] })).toEqual([])
    expect(unlisted({ destructive: ['show'] })).toEqual([])
  })

  it('knows the options that only sound so, by the app', () => {
    const lefthook = CommandNode.parse({
      name: 'lefthook',
      commands: [{ name: 'run', options: [{ long: ['--command'], value: { name: 'NAME' } }] }],
    })
    const unlistedIn = (name: string): string[] =>
      unlistedCode({ ...entryWith({ run: { effects: { write: ['run'] } } }), name, tree: lefthook })
    expect(unlistedIn('lefthook')).toEqual([])
    expect(unlistedIn('greet')).toEqual(['run --command'])
  })
})

describe('the rule of commands that are destructive by their name', () => {
  const understated = (effects: Record<string, unknown>, name = 'greet'): string[] =>
    understatedCommands({ ...entryWith({ run: { effects } }), name })

  it('finds those that are listed as reading or writing, also after a colon', () => {
    expect(
      understated({
        read: ['cards share'],
        write: ['logout', 'cards:deploy', 'deploy list', 'cards deployed'],
      }),
    ).toEqual(['cards share', 'logout', 'cards:deploy'])
    expect(
      understated({ destructive: ['logout'], write: [{ command: 'send', options: ['--now'] }] }),
    ).toEqual([])
  })

  it('finds those that keep foreign code, or show or make what gives access', () => {
    const found = ['plugin install', 'mcp add', 'auth:token', 'api-keys create', 'auth print-access-token']
    expect(understated({ write: [...found, 'plugin list', 'keys list', 'project create'] })).toEqual(found)
  })

  it('knows commands that do less than their name promises, by the app', () => {
    expect(understated({ write: ['deploy'] }, 'pnpm')).toEqual([])
    expect(understated({ write: ['exec'] }, 'pnpm')).toEqual(['exec'])
  })

  it('looks at the other programs of an app', () => {
    const manifest = entryWith({
      programs: [{ name: 'wave', summary: 'Wave', effects: { write: ['send'] } }],
    })
    expect(understatedCommands(manifest)).toEqual(['send'])
  })
})

describe('the rule of listed options', () => {
  const tree = CommandNode.parse({
    name: 'greet',
    options: [{ long: ['--quiet'], negatable: true }],
    commands: [{ name: 'send', options: [{ short: ['-n'], long: ['--now'] }], commands: [{ name: 'all' }] }],
  })
  const absent = (effects: Record<string, unknown>, of = tree) =>
    absentOptions({ ...entryWith({ run: { effects } }), tree: of }).map(({ option }) => option)

  it('finds options that the help of their command does not name', () => {
    expect(
      absent({ write: [{ command: 'send', options: ['--later', '-n', '--now', '--no-quiet', '--'] }] }),
    ).toEqual(['--later'])
    expect(
      absent({ write: [{ command: 'send all', options: ['--now'] }, { options: ['-n', '-x'] }] }),
    ).toEqual(['-x'])
  })

  it('says nothing of commands that the tree lacks or a published tree left out', () => {
    expect(absent({ write: [{ command: 'post', options: ['-x'] }] })).toEqual([])
    const bounded = boundTree(tree, { maxCharacters: 120 })
    expect(absent({ write: [{ command: 'send', options: ['-x'] }] }, bounded)).toEqual([])
  })

  it('judges only what npm brought in the version of the entry', () => {
    const entry = { ...entryWith({ run: { effects: { write: [{ options: ['-x'] }] } } }), tree }
    const issues = (method: 'npm' | 'apt') =>
      listedOptions.check([entry], { run: null, verifications: [verificationOf(entry, { method })] })
    expect(issues('npm')).toHaveLength(1)
    expect(issues('apt')).toEqual([])
  })
})

describe('the rule of one effect for each command', () => {
  it('refuses a command that stands twice in the lists', () => {
    const entry = entryWith({
      run: { effects: { read: ['show', 'list'], write: ['show', { command: 'list', options: ['-o'] }] } },
      programs: [
        { name: 'stamp', summary: 'Stamp cards', effects: { destructive: ['burn', 'burn', 'burn'] } },
      ],
    })
    expect(oneEffect.check([entry], noLog).map(({ message }) => message)).toEqual([
      'names show twice',
      'names burn twice',
    ])
  })

  it('refuses an option or operand that stands twice for the same calls', () => {
    const entry = entryWith({
      run: {
        effects: {
          read: [{ command: 'list', options: ['-a', '-q'] }, { operands: ['card', 'cover'] }],
          write: [
            { options: ['-a', '-o', '-o'] },
            { command: 'list', options: ['-q'] },
            // A command and an operand may have one name.
            'card',
          ],
          destructive: [{ options: ['-d'], operands: ['card'] }],
        },
      },
    })
    expect(oneEffect.check([entry], noLog).map(({ message }) => message)).toEqual([
      'names -o twice',
      'names list -q twice',
      'names the operand card twice',
    ])
  })
})

describe('the rule of listed overrides', () => {
  it('refuses an override of what no list names for the command', () => {
    const preview = { command: 'mirror', options: ['--dry-run'], overrides: ['--remove', '--watch', 'old'] }
    const entry = entryWith({
      run: {
        effects: {
          read: [preview],
          destructive: [
            { command: 'mirror', options: ['--remove'] },
            { command: 'copy', options: ['--watch'] },
            { operands: ['old'] },
          ],
        },
      },
    })
    const programs = [{ name: 'stamp', summary: 'Stamp cards', effects: { read: [preview] } }]
    const other = entryWith({ programs })
    expect(listedOverrides.check([entry], noLog).map(({ message }) => message)).toEqual([
      'overrides mirror --watch, which is not listed',
    ])
    expect(listedOverrides.check([other], noLog).map(({ path }) => path)).toEqual(
      preview.overrides.map(() => 'greet.json programs stamp'),
    )
  })
})

describe('the rule of stated effects', () => {
  it('refuses a recipe that does not say what its call does; a mere check need not', () => {
    const call = { args: ['card.txt'] }
    const recipes = [
      { id: 'show', task: 'Show a card', call, effect: 'read' },
      { id: 'make', task: 'Make a card', call },
      { id: 'check-1', call, expect: { exit: 0 } },
    ]
    expect(statedEffects.check([entryWith({ recipes })], noLog)).toMatchObject([
      { path: 'greet.json recipes make', message: expect.stringContaining('has no effect') },
    ])
  })
})

describe('the rules of the catalog', () => {
  it('have nothing against sound entries', () => {
    expect(issuesOf([entryWith(), entryWith({ name: 'hail' })])).toEqual([])
  })

  it('refuse an entry of an older series than what Debian installs', () => {
    const debian = (version: string) =>
      currentVersion
        .check(
          [
            entryWith({
              install: [
                {
                  method: 'debian',
                  package: 'greet',
                  version,
                  suite: 'bookworm',
                  architectures: {
                    amd64: {
                      closure: `sha256:${'a'.repeat(64)}`,
                      packages: 1,
                      size: 1,
                      installed_size: 1,
                      tried: false,
                    },
                  },
                },
              ],
            }),
          ],
          noLog,
        )
        .map(({ message }) => message)
    expect(debian('1:1.10.0-1~deb12u3')).toEqual(['is 1:1.10.0-1~deb12u3, and the entry is of 1.2.3'])
    expect(debian('2-1')).toHaveLength(1)
    // A later patch, an earlier series, an epoch.
    expect(['1.2.9-1', '1.1.9+dfsg-2', '9:1.2.3-1'].flatMap(debian)).toEqual([])
  })

  it('refuse a method that is not of the version of its entry, and a download that does not name it', () => {
    const npm = (version: string) => [{ method: 'npm', package: 'greet', version }]
    expect(issuesOf([entryWith({ install: npm('1.2.4') })])).toEqual([
      'greet.json install.0.version: is 1.2.4, and the entry is of 1.2.3',
    ])
    expect(issuesOf([entryWith({ version: '1.2.3+1', install: npm('1.2.3') })])).toEqual([])
    expect(issuesOf([entryWith({ program_version: '9.9', install: npm('9.9.0') })])).toEqual([])
    const url = (file: string) => ({
      install: [
        {
          method: 'binary',
          platforms: {
            'linux-x64': { url: `https://x.dev/${file}`, sha256: 'a'.repeat(64), archive: 'none' },
          },
        },
      ],
    })
    expect(issuesOf([entryWith(url('greet-1.2.3'))])).toEqual([])
    expect(issuesOf([entryWith(url('greet-1.2.2'))])).toEqual([
      'greet.json install.0.platforms.linux-x64.url: does not name the version 1.2.3',
    ])
  })

  it('refuse an entry that passed its verification run without telling a version', () => {
    const entry = { ...entryWith({ run: { version: { args: ['--version'] } } }), tree: emptyCommand('greet') }
    const silent = { ...verificationOf(entry), program_version: null }
    expect(issuesOf([entry], { run: null, verifications: [silent] })).toEqual([
      'greet.json run.version: printed no version',
    ])
  })

  it('refuse an entry whose npm package was verified with another version than it has', () => {
    const entry = { ...entryWith(), tree: emptyCommand('greet') }
    const issuesWith = (program_version: string) =>
      issuesOf([entry], { run: null, verifications: [{ ...verificationOf(entry), program_version }] })
    expect(issuesWith('39.867Z')).toEqual(['greet.json run.version: printed 39.867Z when 1.2.3 was verified'])
    expect(issuesWith('1.2.3.')).toEqual([])
  })

  it('refuse an entry that does not say of which version the help is that was read', () => {
    const commands = { greet: `sha256:${'2'.repeat(64)}` }
    const issuesWith = (
      commands_version: string | undefined,
      program_version: string | null,
      shown: object = { commands },
    ) => {
      const closure = `sha256:${'1'.repeat(64)}`
      const debian = {
        method: 'debian',
        package: 'greet',
        version: '0.8.1+ds-3',
        suite: 'bookworm',
        architectures: { amd64: { closure, packages: 1, size: 1, installed_size: 1, tried: true } },
      }
      const entry = entryWith({
        install: [debian, { method: 'apt', package: 'greet' }],
        ...shown,
        commands_version,
      })
      const verification = verificationOf(entry, { method: 'apt', program_version })
      return describedVersion.check([entry], { run: null, verifications: [verification] })
    }
    expect(issuesWith(undefined, null)).toMatchObject([
      { path: 'greet.json commands_version', message: 'is absent, and the help was of 0.8.1' },
    ])
    expect(issuesWith('0.8', '0.8.1')).toMatchObject([{ message: 'is 0.8, and the help was of 0.8.1' }])
    expect(issuesWith('0.8.1', '0.8.1-3')).toEqual([])
    // What recipes show was printed by that version too.
    const recipe = { id: 'greet', task: 'Greet', call: { args: ['Ann'] } }
    expect(issuesWith(undefined, null, { recipes: [{ ...recipe, shows: 'Hello Ann' }] })).toHaveLength(1)
    expect(issuesWith(undefined, null, { recipes: [recipe] })).toEqual([])
  })

  it('want a command tree of a verified entry, unless a later version rewrote its command line', () => {
    const issuesOfName = (name: string) => {
      const entry = entryWith({ name })
      return knownCommands.check([entry], { run: null, verifications: [verificationOf(entry)] })
    }
    expect(issuesOfName('greet')).toMatchObject([{ message: 'is missing' }])
    expect(issuesOfName('tox')).toEqual([])
  })

  it('refuse what no registry would publish', () => {
    const variable = { name: 'LD_PRELOAD', description: 'x', required: true, secret: false }
    expect(issuesOf([entryWith({ requires: { env: [variable] } })])).toEqual([
      expect.stringContaining('greet.json requires.env[0].name'),
    ])
  })

  it('refuse a text that tells to set a variable that the app would not get', () => {
    const gotchas = [{ text: 'GREET_COLOR=never leaves colors out.', source }]
    const skill = { use_when: 'A card', gotchas }
    expect(issuesOf([entryWith({ skill })])).toEqual([
      'greet.json skill.gotchas[0]: names GREET_COLOR, which requires.env does not declare',
    ])
    const variable = { name: 'GREET_COLOR', description: 'never', required: false, secret: false }
    expect(issuesOf([entryWith({ skill, requires: { env: [variable] } })])).toEqual([])
  })

  it('refuse a sentence about surprises and failures that names no source, and no recipe that passed', () => {
    const entry = entryWith({
      skill: {
        use_when: 'A card',
        fixes: [
          { symptom: 'no card', fix: 'Write one.' },
          { symptom: 'two cards', fix: 'Take one.', recipe: 'one' },
        ],
        gotchas: [
          'Cards are big.',
          { text: 'Cards are small.' },
          { text: 'Cards are red.', recipe: 'one' },
          { text: 'Cards are blue.', recipe: 'two' },
          { text: 'Cards are thin.', recipe: 'two', source },
        ],
      },
    })
    expect(evidence.check([passing(entry, 'npm', 'one')], noLog).map(({ path }) => path)).toEqual([
      'greet.json skill.fixes[0]',
      'greet.json skill.gotchas[0]',
      'greet.json skill.gotchas[1]',
      'greet.json skill.gotchas[3]',
    ])
  })

  it('refuse a placeholder that is still marked as in a draft', () => {
    const args = ['ask', '<<question|text|Five', 'names>>', 'a >> b', '{word}']
    const recipes = [
      ...(entryWith().manifest.recipes ?? []),
      { id: 'ask', effect: 'read', task: 'Ask', call: { args } },
    ]
    expect(issuesOf([entryWith({ recipes })])).toEqual([
      'greet.json recipes ask: has "<<question|text|Five"; declare a placeholder {name}',
      'greet.json recipes ask: has "names>>"; declare a placeholder {name}',
    ])
  })

  it('refuse a file that is called otherwise', () => {
    expect(issuesOf([{ ...entryWith(), file: '/catalog/hello.json' }])).toEqual([
      'greet.json name: stands in hello.json',
    ])
  })

  it('refuse an alias that is a name or alias of another app, in any case of letters', () => {
    const greet = entryWith({ aliases: ['Card'] })
    expect(issuesOf([greet, entryWith({ name: 'hail', aliases: ['Greet', 'card'] })])).toEqual([
      'hail.json aliases[0]: Greet is a name of greet already',
      'hail.json aliases[1]: card is a name of greet already',
    ])
  })

  it('refuse an entry that does not speak Chinese', () => {
    expect(issuesOf([entryWith({ i18n: { zh: { summary: 'Cards' } }, tags: ['card'] })])).toEqual([
      'greet.json i18n.zh.summary: is not there in Chinese',
      'greet.json i18n.zh.description: is not there in Chinese',
      'greet.json tags: has no Chinese tag',
    ])
  })

  it('refuse an entry that does not show its use', () => {
    const recipes = entryWith().manifest.recipes?.slice(0, 1)
    expect(issuesOf([entryWith({ skill: {}, recipes })])).toEqual([
      'greet.json skill.use_when: is missing',
      'greet.json recipes: has fewer than two tasks',
    ])
  })

  it('refuse praise and claims of authority, in both languages', () => {
    const texts = {
      summary: 'The official card writer',
      i18n: { zh: { summary: '强大的贺卡', description: '贺卡' } },
    }
    expect(issuesOf([entryWith(texts)])).toEqual([
      'greet.json summary: says "official"',
      'greet.json i18n.zh.summary: says "强大"',
    ])
  })

  it('refuse a sentence that stands in two entries, also with the name of the app put in', () => {
    const gotcha = (name: string) => ({
      ...entryWith().manifest.skill,
      use_when: `Cards by ${name}`,
      gotchas: [{ text: `${name} asks before it overwrites an existing file.`, source }],
    })
    const entries = [
      entryWith({ skill: gotcha('greet') }),
      entryWith({ name: 'hail', skill: gotcha('hail') }),
    ]
    expect(issuesOf(entries)).toEqual([
      'hail.json skill.gotchas[0]: says the same as greet: "hail asks before it overwrites an existing file."',
    ])
  })

  it('refuse a sentence in Chinese that stands in two entries', () => {
    const i18n = (summary: string) => ({ zh: { summary, description: '适合在终端里制作生日贺卡的场景。' } })
    const entries = [entryWith({ i18n: i18n('贺卡') }), entryWith({ name: 'hail', i18n: i18n('卡片') })]
    expect(issuesOf(entries)).toEqual([
      expect.stringContaining('hail.json i18n.zh.description: says the same'),
    ])
  })

  it('refuse an app that npm or apt installs without a proving recipe, unless its install script completes it', () => {
    const npm = { method: 'npm', package: 'greet', version: '1.2.3' }
    const recipes = entryWith().manifest.recipes?.map(({ expect: _, ...recipe }) => recipe)
    const networked = entryWith().manifest.recipes?.map((recipe) => ({ ...recipe, needs: ['network'] }))
    const missing = ['greet.json recipes: has none with an expectation']
    expect(issuesOf([entryWith({ recipes })])).toEqual(missing)
    expect(issuesOf([entryWith({ recipes: networked })])).toEqual(missing)
    expect(issuesOf([entryWith({ recipes, install: [{ ...npm, scripts: ['greet'] }] })])).toEqual([])
    expect(issuesOf([entryWith({ recipes, install: [{ method: 'brew', formula: 'greet' }] })])).toEqual([])
  })

  it('want commands in what is proven as it stands, and in nothing else', () => {
    const bare = entryWith()
    const known = entryWith({ commands: emptyCommand('greet') })
    const log = { run: null, verifications: [verificationOf(bare)] }
    expect(known.digest).toBe(bare.digest)
    expect(issuesOf([bare], log)).toEqual(['greet.json commands: is missing'])
    expect(issuesOf([known], log)).toEqual([])
    expect(issuesOf([known])).toEqual([expect.stringContaining('commands: is of another entry')])
    const reworded = entryWith({ commands: emptyCommand('greet'), summary: 'Write other cards' })
    expect(issuesOf([reworded], log)).toEqual([])
    const recipes = known.manifest.recipes?.map((recipe) => ({ ...recipe, call: { args: ['other'] } }))
    expect(issuesOf([entryWith({ commands: emptyCommand('greet'), recipes })], log)).toEqual([])
    const changed = entryWith({ commands: emptyCommand('greet'), run: { timeout: 5 } })
    expect(issuesOf([changed], log)).toEqual([expect.stringContaining('commands: is of another entry')])
  })

  it('refuse commands that tell of folders of the machine that read them', () => {
    const commands = { ...emptyCommand('greet'), summary: 'reads /root/.greetrc' }
    const entry = entryWith({ commands })
    expect(issuesOf([entry], { run: null, verifications: [verificationOf(entry)] })).toEqual([
      'greet.json commands: names /root/',
    ])
  })

  it('want every category to have a few apps and none to have most', () => {
    const balance = catalogRules.find(({ id }) => id === 'catalog.balance')
    const issues = balance?.check([entryWith(), entryWith({ name: 'hail' })], noLog) ?? []
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toContain('category text has 2 of 2 apps')
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toContain('category ai has 0 of 2 apps')
  })
})
