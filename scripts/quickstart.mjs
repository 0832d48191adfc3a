// Shows the whole of cli-apps once, on this machine: a registry of its own, a real app from npm installed through it into
// a demo workspace, and an agent's view of that app. Everything it makes is below demo-workspace/.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { prepareCheckout, root } from './prepare-checkout.mjs'

const say = (text) => console.log(`\n\u2500\u2500 ${text}`)
const demo = path.join(root, 'demo-workspace')
const workspace = path.join(demo, 'workspace')
const environment = { ...process.env, CLI_APPS_HOME: path.join(demo, 'home'), CLI_APPS_LOG_LEVEL: 'warn' }
const program = (name) => path.join(root, 'node_modules', name, 'bin', `${name}.js`)
const app = 'prettier'

/** Starts the registry; gives its URL once it listens. */
async function startRegistry() {
  const args = [
    program('cli-apps-registry'),
    'serve',
    '--port',
    '0',
    '--data',
    path.join(demo, 'registry'),
    '--json',
  ]
  const registry = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => registry.kill())
  let said = ''
  for await (const line of createInterface({ input: registry.stdout })) {
    said += line
    if (line.endsWith('}')) return { registry, url: JSON.parse(said).url }
  }
  throw new Error('The registry ended before it listened; what it said stands above.')
}

function cliApps(...args) {
  console.log(`$ npx cli-apps ${args.join(' ')}`)
  const { status } = spawnSync(process.execPath, [program('cli-apps'), ...args], {
    cwd: workspace,
    env: environment,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Asks a running registry to end and waits until it has. */
async function stopRegistry(registry) {
  const ended = new Promise((resolve) => registry.once('exit', resolve))
  registry.kill('SIGTERM')
  return ended
}

prepareCheckout()
mkdirSync(workspace, { recursive: true })

say('A registry on an embedded database, seeded from catalog/')
const { registry, url } = await startRegistry()
console.log(url)

say(`${app}, from npm, by way of that registry, into ${path.relative(root, workspace)}/`)
cliApps('install', app, '--registry', url, '--yes')

const { createRuntime } = await import(pathToFileURL(path.join(root, 'packages/runtime/dist/index.js')).href)
const runtime = await createRuntime({ workspace, environment })
writeFileSync(path.join(workspace, 'messy.js'), 'let a  =  1')
const message = `Please tidy messy.js with @${app}.`

say('What the runtime adds to a message that mentions it')
console.log(`${message}\n\n${await runtime.context(message)}`)

say('The same app, run as a model would run it')
const call = { name: 'run_cli_app', arguments: { name: app, args: ['messy.js'] } }
console.log(JSON.stringify(call))
const result = await runtime.tools.execute(call)
console.log(JSON.stringify(result))
await runtime.close()

say('The registry ends')
const status = await stopRegistry(registry)
console.log(`exit status ${status}`)
console.log(
  `\nThe skill is ${path.join(path.relative(root, workspace), 'skills', `cli-app-${app}`, 'SKILL.md')}`,
)
process.exitCode = result.ok && status === 0 ? 0 : 1
