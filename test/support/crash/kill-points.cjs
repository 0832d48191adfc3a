// Preloaded into a program (`node --require`): counts the points before and after each thing that the program does to the
// disk and each process that it starts, and sends itself a signal at one of them.
//   CRASH_COUNT=file   writes the name of every point into the file when the program ends
//   CRASH_AT=n         sends CRASH_SIGNAL (SIGKILL when absent) at the n-th point, counted from 1, and
//   CRASH_LOG=file     writes the name of that point into the file before
'use strict'
const fs = require('node:fs')
const childProcess = require('node:child_process')
const { syncBuiltinESMExports } = require('node:module')

const { CRASH_COUNT, CRASH_LOG, CRASH_AT, CRASH_SIGNAL = 'SIGKILL' } = process.env
for (const name of ['CRASH_COUNT', 'CRASH_LOG', 'CRASH_AT', 'CRASH_SIGNAL', 'NODE_OPTIONS'])
  delete process.env[name]

const { writeFileSync } = fs
const at = Number(CRASH_AT ?? 0)
const points = []

function point(when, what) {
  points.push(`${when} ${what}`)
  if (points.length !== at) return
  if (CRASH_LOG !== undefined) writeFileSync(CRASH_LOG, points[points.length - 1])
  process.kill(process.pid, CRASH_SIGNAL)
}

const nameOf = (name, args) =>
  [name, ...args.filter((arg) => typeof arg === 'string' || arg instanceof URL).slice(0, 2)].join(' ')

/** Is it an opening for reading alone, which changes nothing? */
const isReading = (name, [, flags]) =>
  /^open/.test(name) && (flags === undefined || flags === 'r' || flags === 0)

function wrapPromise(holder, name, isHandle = false) {
  const real = holder[name]
  if (typeof real !== 'function') return
  holder[name] = async function (...args) {
    if (isReading(name, args)) return real.apply(this, args)
    const what = isHandle ? `${name} (an open file)` : nameOf(name, args)
    point('before', what)
    const result = await real.apply(this, args)
    point('after', what)
    return result
  }
}

function wrapSync(holder, name) {
  const real = holder[name]
  if (typeof real !== 'function') return
  holder[name] = function (...args) {
    if (isReading(name, args)) return real.apply(this, args)
    const what = nameOf(name, args)
    point('before', what)
    const result = real.apply(this, args)
    point('after', what)
    return result
  }
}

function wrapCallback(holder, name) {
  const real = holder[name]
  if (typeof real !== 'function') return
  holder[name] = function (...args) {
    const done = args.at(-1)
    if (isReading(name, args) || typeof done !== 'function') return real.apply(this, args)
    const what = nameOf(name, args)
    point('before', what)
    args[args.length - 1] = (...results) => {
      point('after', what)
      done(...results)
    }
    return real.apply(this, args)
  }
}

const changing = [
  ...[
    'open',
    'writeFile',
    'appendFile',
    'rename',
    'rm',
    'unlink',
    'rmdir',
    'mkdir',
    'mkdtemp',
    'link',
    'symlink',
  ],
  ...['chmod', 'chown', 'copyFile', 'cp', 'truncate', 'utimes', 'lutimes'],
]
for (const name of changing) {
  wrapPromise(fs.promises, name)
  wrapSync(fs, `${name}Sync`)
  wrapCallback(fs, name)
}
// What streams write with.
wrapCallback(fs, 'write')
wrapCallback(fs, 'writev')
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']) wrapSync(childProcess, name)

const open = fs.promises.open
let isWrapped = false
fs.promises.open = async (...args) => {
  const handle = await open(...args)
  if (!isWrapped) {
    isWrapped = true
    const prototype = Object.getPrototypeOf(handle)
    for (const name of ['writeFile', 'appendFile', 'write', 'truncate', 'chmod'])
      wrapPromise(prototype, name, true)
  }
  return handle
}
syncBuiltinESMExports()

if (CRASH_COUNT !== undefined) process.on('exit', () => writeFileSync(CRASH_COUNT, JSON.stringify(points)))
