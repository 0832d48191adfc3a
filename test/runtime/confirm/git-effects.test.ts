import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppManifest, CommandNode, parseManifest } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import gitManifest from '../../../catalog/git.json' with { type: 'json' }
import { isSuspect, recordEffect } from '../../../packages/core/src/call-effect/call-effect.ts'
import { thereForCall } from '../../../packages/runtime/src/confirm/there-for-call.ts'
import gitTree from '../../fixtures/effects/git-tree.json' with { type: 'json' }

const manifest: AppManifest = parseManifest(gitManifest)
const tree = CommandNode.parse(gitTree)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'git-effects-'))
  await mkdir(path.join(folder, 'src/deep'), { recursive: true })
  for (const file of ['README.md', 'Makefile', 'src/a.ts', 'src/only-here'])
    await writeFile(path.join(folder, file), 'x')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Splits words at blanks; a quoted word may contain blanks. */
const argsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Calls that the default policy asks about, with the complete tree that an install reads. */
const asks = (line: string): boolean => {
  const args = argsOf(line)
  const effect = recordEffect({ manifest }, tree, args, { isThere: thereForCall(folder, args) })
  return effect === 'destructive' || (effect === 'unknown' && isSuspect({ manifest }, tree, args))
}

const destroying = lines(`
  branch -D old
  branch -df old
  branch -fd old
  branch -M old new
  branch -C old new
  branch -d old
  branch --delete --force old
  branch --delete old
  branch --del old
  branch --d old
  branch -f main HEAD~3
  branch --forc main HEAD~3
  branch -qD old
  branch -tf main origin/main
  -C sub branch -D old
  -C branch branch -D old
  --git-dir=other/.git branch -D old
  --git-dir other/.git branch -D old
  --work-tree sub checkout -f
  --namespace x push
  --no-pager branch old -D
  checkout -f
  checkout -f main
  checkout --force main
  checkout --forc main
  checkout -qf main
  checkout -B main HEAD~3
  checkout -- README.md
  checkout HEAD -- README.md
  checkout README.md
  checkout HEAD README.md
  checkout Makefile
  checkout src
  checkout .
  checkout :/
  checkout :(top)src
  checkout '*.ts'
  checkout ./gone.ts
  -C src checkout only-here
  -C src -C deep checkout ../only-here
  --work-tree=src checkout only-here
  checkout --pathspec-from-file=list
  checkout --ours a
  checkout --theirs a
  checkout -2 a
  checkout -p
  checkout --patch
  switch -f main
  switch --force main
  switch -C main HEAD~3
  switch --force-create main
  switch --discard-changes main
  switch --disc main
  tag -d v1
  tag --delete v1
  tag -f v1
  tag --force v1 HEAD
  tag -af v1 -m x
  submodule deinit lib
  submodule deinit -f --all
  submodule foreach 'rm -rf .'
  submodule --quiet foreach --recursive 'git clean -fdx'
  submodule update --force
  submodule update --init -f
  submodule add -f https://example.com/x.git
  fetch -f origin main:main
  fetch --force
  fetch origin +main:main
  fetch origin '+refs/heads/*:refs/heads/*'
  fetch --prune
  fetch -p
  fetch --prune-tags
  fetch -tP
  fetch --upload-pack=evil origin
  fetch --refmap=+a:b origin
  fetch --stdin origin
  pull --force
  pull origin +main:main
  pull -p
  rebase -x 'make' main
  rebase --exec make main
  rebase --exec=make main
  rebase --ex make main
  rebase -ix make main
  bisect run ./test.sh
  send-pack --force origin main
  send-pack origin main
  update-ref -d refs/heads/main
  update-ref refs/heads/main HEAD~3
  update-ref --stdin
  reflog delete main@{1}
  reflog expire --expire=now --all
  reflog drop --all
  prune
  prune --expire now
  remote remove origin
  remote rm origin
  remote -v rm origin
  remote prune origin
  remote update --prune
  remote set-url --delete origin x
  remote set-head origin -d
  replace -d abc
  replace -f a b
  symbolic-ref -d HEAD
  symbolic-ref --delete refs/x
  read-tree --reset -u HEAD
  read-tree -mu HEAD
  read-tree --index-output=x HEAD
  checkout-index -f -a
  checkout-index -af
  checkout-index --force README.md
  notes remove HEAD
  notes prune
  notes add -f -m x
  notes --ref x remove
  worktree prune
  worktree remove ../other
  worktree remove --force ../other
  worktree add -B main ../other
  worktree add -f ../other main
  difftool -x 'rm -rf'
  difftool --extcmd=evil
  difftool -yx evil
  archive --exec=evil --remote=. HEAD
  grep -O x
  grep -Oless x
  grep -nO x
  grep --open-files-in-pager=evil x
  grep --open x
  log --output=README.md
  log --output README.md
  log --outp=README.md
  diff --output=README.md
  --no-pager show --output=README.md
  stash show --output=x
  format-patch --output=x -1
  clean -f
  clean -fdx
  clean --force
  reset --hard
  reset --hard HEAD~1
  reset --merge
  stash drop
  stash drop stash@{0}
  stash clear
  push --force
  push -f
  push --delete origin old
  push origin :old
  push --mirror
  push origin +main
  push --force-with-lease
  filter-branch --tree-filter 'rm x' HEAD
  gc --prune=now
  gc
  rm -rf src
  rm README.md
  restore README.md
  restore --source=HEAD~1 .
  mv -f a b
  apply --unsafe-paths x.patch
  repack -ad
  rerere clear
  rerere forget x
  sparse-checkout clean --force
  maintenance run --task=gc
  fast-import --force
  merge-index 'rm' -a
  merge-one-file a b c d
  for-each-repo --config=x clean -f
  credential fill
  credential-store erase
  send-email x.patch
  http-push x y
  subtree push --prefix=lib origin main
  svn dcommit
  p4 submit
  remote-ext x 'sh -c evil'
  clone --upload-pack=evil x
  clone -u evil x
  clone --template=hooks x
  init --template=hooks
  ls-remote --upload-pack=evil x
  ls-remote --exec=evil x
  fetch-pack --exec=evil x
  config alias.x '!rm -rf .'
  config --global core.hooksPath hooks
  config CORE.SSHCOMMAND evil
  config set core.fsmonitor evil
  config filter.x.clean evil
  config --unset user.name
  config unset user.name
  config --remove-section remote.origin
  config -e
  -c alias.x=push x
  -c core.pager=evil log
  --exec-path=evil status
  x
  frobnicate -D
`)

const harmless = lines(`
  status
  status --porcelain=v2 --branch
  -C sub status
  -C branch status
  --no-pager log --oneline -n 20
  log --format=%H -p
  log --oneline --graph --all
  log -S needle -- src
  log --follow README.md
  diff
  diff --stat HEAD~1
  diff --cached -- README.md
  diff --output-indicator-new=+ HEAD
  diff -O orderfile
  show HEAD:README.md
  show --stat
  blame README.md
  grep -n needle
  grep -C 3 -e O
  grep -eO
  describe --tags
  ls-files -d
  ls-files --others --exclude-standard
  ls-tree -r HEAD
  ls-remote origin
  rev-parse HEAD
  rev-parse --show-toplevel
  rev-list --count HEAD
  cat-file -p HEAD
  for-each-ref --format=%(refname)
  merge-base main topic
  shortlog -sn
  branch
  branch -a
  branch --list
  branch -vv
  branch new
  branch new origin/main
  branch -m old new
  branch --show-current
  branch --contains HEAD
  -C sub branch
  -C sub branch new
  checkout main
  checkout -b new
  checkout -b src origin/main
  checkout feature/login
  checkout v1.2.3
  checkout --detach HEAD~2
  checkout -t origin/topic
  switch main
  switch -c new
  switch --create new
  switch -
  tag
  tag v1
  tag -a v1 -m 'first -d delete'
  tag -l 'v*'
  tag -m'fix d and f' v1
  tag -n5
  stash
  stash list
  stash show -p
  stash push -m 'work'
  stash pop
  stash apply
  add .
  add -A
  add -f ignored.txt
  commit -m 'Delete -f old --force'
  commit -am x
  commit --amend --no-edit
  fetch
  fetch origin
  fetch origin main:topic
  fetch --tags
  fetch --depth 1
  pull
  pull --rebase
  pull --ff-only
  clone --depth 1 https://github.com/owner/name.git
  init
  merge topic
  merge --no-ff topic
  merge --abort
  rebase main
  rebase --continue
  rebase --onto main a b
  cherry-pick abc
  revert HEAD
  mv a b
  apply x.patch
  am x.mbox
  remote
  remote -v
  remote add upstream https://example.com/x.git
  remote show origin
  remote get-url origin
  remote set-url origin https://example.com/x.git
  worktree list
  worktree add ../other
  submodule status
  submodule update --init --recursive
  submodule add https://example.com/x.git
  bisect start
  bisect good
  bisect log
  notes show
  notes add -m x
  reflog
  reflog show main
  config user.name 'Ann'
  config --get user.name
  config --list
  config init.defaultBranch main
  archive --format=zip -o out.zip HEAD
  format-patch -1
  format-patch -o patches main
  bundle create out.bundle main
  sparse-checkout list
  symbolic-ref HEAD
  read-tree HEAD
  fsck
  count-objects -v
  difftool --tool-help
  help branch
  version
  --version
  rerere status
  maintenance is-needed
`)

describe('the default policy asks before every git call that destroys or runs what it is given', () => {
  it.each(destroying)('git %s', (line) => {
    expect(asks(line)).toBe(true)
  })

  it.each(destroying)('git %s, without a command tree', (line) => {
    const args = argsOf(line)
    const effect = recordEffect({ manifest }, undefined, args, { isThere: thereForCall(folder, args) })
    expect(['destructive', 'unknown']).toContain(effect)
  })
})

describe('the default policy does not ask before what git can undo', () => {
  it.each(harmless)('git %s', (line) => {
    expect(asks(line)).toBe(false)
  })
})

it('the manifest lists an effect for every git command', () => {
  const unlisted = tree.commands
    .map(({ name }) => name)
    .filter((name) => recordEffect({ manifest }, tree, [name]) === 'unknown')
  expect(unlisted).toEqual(['gitk', 'scalar', 'gitweb', 'credential-gcloud.sh'])
})

describe('an operand is looked up where the call runs', () => {
  it('in every folder that an option may select for the call', () => {
    const isThere = thereForCall(folder, ['-Csrc', '--work-tree=src/deep', 'checkout', 'a.ts'])
    expect(isThere('a.ts')).toBe(true)
    expect(isThere('README.md')).toBe(true)
    expect(isThere('b.ts')).toBe(false)
  })

  it('and counts as existing once there are too many lookups', () => {
    const isThere = thereForCall(folder, [])
    const names = Array.from({ length: 3000 }, (_, index) => `gone-${index}`)
    expect(names.map(isThere).at(0)).toBe(false)
    expect(isThere('gone')).toBe(true)
  })

  it('and a name that no file can have does not exist', () => {
    const isThere = thereForCall(folder, ['x'.repeat(5000), 'README.md/x'])
    expect(isThere('x'.repeat(5000))).toBe(false)
    expect(isThere('README.md/x')).toBe(false)
  })
})
