/** Address of the proxy for the program: in its own network namespace, so the port is always free. */
export const forwardedProxy = 'http://127.0.0.1:3128'

/*
 * Run by Node inside the sandbox, which has this text and no file of ours: what connects to the port is led to the socket, and the
 * program is started once that works. It ends as the program ends.
 */
const script = `
const net = require('node:net')
const { spawn } = require('node:child_process')
const { constants } = require('node:os')
const { argv, exit, stderr } = require('node:process')
const [socket, program, ...args] = argv.slice(1)
const server = net.createServer({ allowHalfOpen: true }, (client) => {
  const proxy = net.connect({ path: socket, allowHalfOpen: true })
  const end = () => { client.destroy(); proxy.destroy() }
  for (const one of [client, proxy]) one.on('error', end)
  client.on('close', () => proxy.destroy())
  proxy.on('close', () => client.destroy())
  client.pipe(proxy).pipe(client)
})
// The whole group is asked to end: the program, which may take its time, is waited for.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
server.listen(3128, '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' })
  child.on('error', (error) => {
    stderr.write(program + ' cannot be started: ' + error.message + '\\n')
    exit(127)
  })
  child.on('exit', (code, signal) => exit(code ?? 128 + constants.signals[signal]))
})
`

/**
 * Returns the argv that runs `argv` in a sandbox without network, with access to the proxy that listens on `socket`.
 */
export const forwardedArgv = (argv: readonly string[], node: string, socket: string): string[] => [
  node,
  '--eval',
  script,
  '--',
  socket,
  ...argv,
]

/** Variables that point programs to the proxy. They cannot bypass it, as there is no other network. */
export const forwardedVariables = (): Record<string, string> =>
  Object.fromEntries([
    ...['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
      [name, forwardedProxy],
      [name.toUpperCase(), forwardedProxy],
    ]),
    ['no_proxy', ''],
    ['NO_PROXY', ''],
  ])
