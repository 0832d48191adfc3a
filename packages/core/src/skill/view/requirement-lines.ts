import type { AppManifest } from '../../manifest/manifest.ts'
import type { RequiredService } from '../../manifest/requires/required-service.ts'
import { argsJson } from '../call-json.ts'
import { shortList } from '../command-lines.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import type { FitSection } from './overflow.ts'

/** What must be there before a call works, as list items. */
export function requirementLines(
  { name: app, requires }: AppManifest,
  words: SkillWords,
  fit: FitSection,
): string[] {
  const { env = [], services = [], bins = [] } = requires ?? {}
  const programs = bins.map((name) => codeSpan(name, 80)).join(words.comma)
  return [
    ...fit(words.needs, accountLines(requires, words), 100),
    ...fit(
      words.needs,
      services.map((service) => serviceLine(app, service, words)),
      150,
    ),
    ...fit(words.needs, accessLines(app, requires, words), 120),
    ...(programs === '' ? [] : fit(words.needs, [fillWords(words.programs, { programs })], 120)),
    ...fit(
      words.needs,
      env.map((entry) => environmentLine(entry, words)),
      250,
    ),
  ]
}

type Requirement = NonNullable<NonNullable<AppManifest['requires']>['env']>[number]

function environmentLine({ name, description, required, secret }: Requirement, words: SkillWords): string {
  const marks = [required ? words.required : words.optional, ...(secret ? [words.secret] : [])]
  const mark = fillWords(words.marks, { marks: marks.join(words.comma) })
  return `${codeSpan(name, 130)}${mark}${words.colon}${safeProse(description, 200)}`
}

function serviceLine(
  app: string,
  { name, start: elsewhere, check, start_args: own, optional }: RequiredService,
  words: SkillWords,
): string {
  const start = own === undefined ? elsewhere : `npx cli-apps service start ${app}`
  const mark = optional === true ? fillWords(words.marks, { marks: words.optional }) : ''
  const how = [
    ...(start === undefined ? [] : [fillWords(words.startedWith, { command: codeSpan(start, 200) })]),
    ...(check === undefined ? [] : [fillWords(words.checkedWith, { command: codeSpan(check, 200) })]),
  ]
  return `${safeProse(name, 80)}${mark}${how.length === 0 ? '' : words.colon + how.join(words.comma)}`
}

const mostPlaces = 3

/** Places that the sandbox protects: without a grant a call fails with errors that do not name the sandbox. */
function accessLines(
  app: string,
  { access: { files = [], sockets = [] } = {} }: AppManifest['requires'] = {},
  words: SkillWords,
): string[] {
  const places = [...files, ...sockets].map(({ path }) => path)
  if (places.length === 0) return []
  const command = codeSpan(`npx cli-apps grant ${app}`, 120)
  return [fillWords(words.access, { command, places: shortList(places, mostPlaces, words) })]
}

/** With an account, a secret variable is the alternative way to sign in, unless the account names others. */
function accountLines(
  { accounts = [], env = [] }: AppManifest['requires'] = {},
  words: SkillWords,
): string[] {
  const secrets = env.filter(({ secret }) => secret).map(({ name }) => name)
  return accounts.map(({ name, sign_in: signIn, env: ways = secrets }) => {
    const names = ways.map((way) => codeSpan(way, 130)).join(words.comma)
    const way = signIn === undefined ? words.accessBy : words.orAccessBy
    const how = [
      ...(signIn === undefined ? [] : [fillWords(words.signIn, { args: codeSpan(argsJson(signIn), 200) })]),
      ...(names === '' ? [] : [fillWords(way, { names })]),
    ]
    const account = fillWords(words.account, { name: safeProse(name, 80) })
    return `${account}${how.length === 0 ? '' : words.colon + how.join(words.comma)}`
  })
}
