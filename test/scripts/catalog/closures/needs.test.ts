import { describe, expect, it } from 'vitest'
import { essentialNeeds } from '../../../../scripts/catalog/closures/essential-needs.ts'
import type { PackageFacts } from '../../../../scripts/catalog/closures/package-facts.ts'
import { parsePackages } from '../../../../scripts/catalog/closures/package-index.ts'
import { scriptCommands, shebangOf } from '../../../../scripts/catalog/closures/script-commands.ts'
import { setupSteps } from '../../../../scripts/catalog/closures/setup-steps.ts'

const factsWith = (facts: Partial<PackageFacts>): PackageFacts => ({
  files: [],
  programs: [],
  findsLibraries: false,
  postinst: '',
  ...facts,
})
const script = (path: string, interpreter: string, commands: string[] = []) => ({
  path,
  interpreter,
  commands,
  callsShell: false,
})
const elf = (path: string, callsShell: boolean) => ({ path, commands: [], callsShell })

const packages = (text: string) => [
  ...parsePackages(
    text
      .split('\n\n')
      .map((stanza) => `${stanza.trim()}\nVersion: 1\nFilename: x\nSize: 1\nSHA256: x`)
      .join('\n\n'),
    'debian',
  ),
]

describe('what an app needs of the essential packages', () => {
  const essentialCommands = new Map([
    ['sh', 'dash'],
    ['bash', 'bash'],
    ['env', 'coreutils'],
    ['sed', 'sed'],
    ['grep', 'grep'],
  ])
  const needsOf = (index: string, facts: Record<string, Partial<PackageFacts>>) =>
    [
      ...essentialNeeds({
        roots: ['app'],
        packages: packages(index),
        factsOf: new Map(Object.entries(facts).map(([name, one]) => [name, factsWith(one)])),
        essentialCommands,
      }),
    ].sort()

  it('is the interpreters of its scripts and the commands that they call', () => {
    const programs = [
      script('/usr/bin/app', '/bin/sh', ['sed', 'unknown']),
      script('/usr/lib/app/helper', 'env bash'),
    ]
    expect(needsOf('Package: app', { app: { programs } })).toEqual(['bash', 'coreutils', 'dash', 'sed'])
  })

  it('is a shell where a program calls system or popen', () => {
    expect(needsOf('Package: app', { app: { programs: [elf('/usr/bin/app', true)] } })).toEqual(['dash'])
    expect(needsOf('Package: app', { app: { programs: [elf('/usr/bin/app', false)] } })).toEqual([])
  })

  it('follows packages with programs and commands of scripts, but no helpers of libraries', () => {
    const index =
      'Package: app\nDepends: tool, lib\n\nPackage: tool\n\nPackage: lib\nSection: libs\n\nPackage: called'
    expect(
      needsOf(index, {
        app: { programs: [script('/usr/bin/app', '/bin/sh', ['callee'])] },
        tool: { files: ['/usr/bin/tool'], programs: [script('/usr/bin/tool', '/bin/bash')] },
        lib: {
          files: ['/usr/sbin/lib-setup'],
          programs: [script('/usr/sbin/lib-setup', '/bin/sh', ['grep'])],
        },
        called: { files: ['/usr/bin/callee'], programs: [script('/usr/bin/callee', '/bin/sh', ['sed'])] },
      }),
    ).toEqual(['bash', 'dash', 'sed'])
  })

  it('is the descriptions of terminals where something draws on one', () => {
    expect(needsOf('Package: app\nDepends: libtinfo6\n\nPackage: libtinfo6\nSection: libs', {})).toEqual([
      'ncurses-base',
    ])
  })

  it('is nothing for scripts that report bugs', () => {
    expect(
      needsOf('Package: app', { app: { programs: [script('/usr/share/bug/app/script', '/bin/sh')] } }),
    ).toEqual([])
  })
})

describe('reading a script', () => {
  it.each([
    ['#!/bin/sh -e\n', '/bin/sh'],
    ['#! /usr/bin/env python3\n', 'env python3'],
    ['#!/usr/bin/env -S X=1 perl -w\n', 'env perl'],
    ['\u007fELF', undefined],
  ])('finds the interpreter of %j', (start, interpreter) => {
    expect(shebangOf(start)).toBe(interpreter)
  })

  it('finds the first words of commands, not their arguments or comments', () => {
    const text = `# rm is not called
LC_ALL=C sort file | /usr/bin/uniq && if grep -q awk x; then sed s/tar/x/ \`mktemp\`; fi
dir=$(dirname "$0")`
    const commands = scriptCommands(text)
    for (const called of ['sort', '/usr/bin/uniq', 'grep', 'sed', 'mktemp', 'dirname'])
      expect(commands).toContain(called)
    for (const other of ['rm', 'file', 'awk', 'tar']) expect(commands).not.toContain(other)
  })
})

describe('the setup steps of a closure', () => {
  const stepsFor = (...files: string[]) => setupSteps([factsWith({ files })])

  it('are those that its files ask for', () => {
    expect(stepsFor('/usr/bin/fc-cache', '/usr/share/glib-2.0/schemas/a.gschema.xml')).toEqual([
      'glib-compile-schemas',
      'fc-cache',
    ])
    expect(stepsFor('/usr/bin/dot', '/usr/lib/x86_64-linux-gnu/graphviz/libgvplugin_pango.so.6')).toEqual([
      'dot',
    ])
    expect(stepsFor('/usr/bin/update-mime-database')).toEqual(['update-mime-database'])
    expect(stepsFor('/usr/lib/x86_64-linux-gnu/gdk-pixbuf-2.0/2.10.0/loaders/a.so')).toEqual([
      'gdk-pixbuf-query-loaders',
    ])
  })

  it('include ldconfig for folders of libraries beyond those of the C library, and for code that asks it', () => {
    expect(stepsFor('/etc/ld.so.conf.d/libc.conf', '/etc/ld.so.conf.d/x86_64-linux-gnu.conf')).toEqual([])
    expect(stepsFor('/etc/ld.so.conf.d/fakeroot.conf')).toEqual(['ldconfig'])
    expect(setupSteps([factsWith({ findsLibraries: true })])).toEqual(['ldconfig'])
  })
})
