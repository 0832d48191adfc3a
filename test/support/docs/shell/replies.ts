/** What a person does when the terminal shows something. */
export interface Reply {
  name: string
  when: RegExp
  /** What to type; nothing if the person acts elsewhere. */
  keys: (shown: string) => string | undefined
  /** A question may be asked more than once. */
  again?: true
}

const question = (name: string, when: RegExp, answer: string): Reply => ({
  name,
  when,
  keys: () => `${answer}\r`,
  again: true,
})

/** The questions of our programs, and how a person answers them. `token` is the one that was printed or handed out. */
export const answers = (token: string): Reply[] => [
  question('confirmation', /\[(?:Y\/n|y\/N)\] $/u, 'y'),
  question('token', /Token for \S+: $/u, token),
  question('value', /^[A-Z_]+(?: \(.*\))?: $/mu, 'a-value-of-a-test'),
  question('programs to adopt', /Which do you want to adopt\?.*: $/u, ''),
  question('summary', /What it is, in one line.*: $/u, 'Greet people by name'),
  question('description', /What it does, and when to use it.*: $/u, 'Greets people. Use it to say hello.'),
  question('category', /Category \(.*\).*: $/u, 'text'),
  question('license', /License, as an SPDX expression.*: $/u, 'MIT'),
  question('instructions', /How people install it, in one line.*: $/u, 'Ask the author'),
]

const interrupt = '\u0003'
const endOfInput = '\u0004'

/** Commands that stay until a person ends them: what they show when they are ready, and what then ends them. */
const staying: readonly { line: RegExp; ready: RegExp; keys: string }[] = [
  { line: /cli-apps-registry serve/u, ready: /Listening on http/u, keys: interrupt },
  { line: /cli-apps mcp --http/u, ready: /http:\/\/127\.0\.0\.1:\d+\/mcp/u, keys: interrupt },
  { line: /service logs \S+ --follow/u, ready: /is ready/u, keys: interrupt },
]
const asking = '{"jsonrpc":"2.0","id":1,"method":"ping"}\r'

/** How a person ends a command that stays. */
export function endings(line: string): Reply[] {
  // A model's client speaks JSON; a person can type it, too.
  if (/cli-apps mcp(?: --with-servers)?\s*(?:#|$)/u.test(line))
    return [
      { name: 'ping', when: /mcp/u, keys: () => asking },
      { name: 'end', when: /"result":/u, keys: () => endOfInput },
    ]
  return staying.flatMap(({ line: pattern, ready, keys }) =>
    pattern.test(line) ? [{ name: 'end', when: ready, keys: () => keys }] : [],
  )
}

const page = /open this page in your browser: (\S+)\s/u

/** A person who opens the page that a login prints. */
export const visit: Reply = {
  name: 'page',
  when: page,
  keys: (shown) => {
    const [, url = ''] = page.exec(shown) ?? []
    void fetch(url).then((response) => response.text())
    return undefined
  },
}
