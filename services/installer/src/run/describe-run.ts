import type { ConfirmationRequest } from '@cli-apps/runtime'

type Described = Pick<ConfirmationRequest, 'app' | 'args' | 'pipe' | 'stdout_file'>

/** The programs of a run with all their arguments, in the notation of a shell. */
export function describeRun({ app = '', args = [], pipe = [], stdout_file }: Described): string {
  const stages = [{ app, args }, ...pipe].map((stage) => [stage.app, ...stage.args.map(wordOf)].join(' '))
  const end = stdout_file === undefined ? '' : ` > ${wordOf(stdout_file)}`
  return `${stages.join(' | ')}${end}`
}

const wordOf = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))
