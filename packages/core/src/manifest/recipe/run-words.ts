import type { RecipeCall } from './recipe.ts'

/** The words after `cli-apps` that make a call. Standard input that is text has no option; it goes in by the shell. */
export function runWords(
  name: string,
  { program, args, stdin_file: from, stdout_file: to, pipe = [] }: RecipeCall,
): string[] {
  const options = [
    ...(program === undefined ? [] : ['--program', program]),
    ...(from === undefined ? [] : ['--stdin-file', from]),
    ...(to === undefined ? [] : ['--stdout-file', to]),
    ...(pipe.length === 0 && args.includes('--pipe') ? ['--no-pipe'] : []),
  ]
  const stages = pipe.flatMap((stage) => [
    '--pipe',
    stage.program === undefined ? stage.name : `${stage.name}:${stage.program}`,
    ...stage.args,
  ])
  return ['run', ...options, name, ...args, ...stages]
}
