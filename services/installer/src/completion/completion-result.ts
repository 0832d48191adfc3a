import * as z from 'zod'

/** The output of `completion --json`. */
export const CompletionResult = z.object({
  shell: z.enum(['bash', 'zsh', 'fish']),
  script: z.string(),
})
export type CompletionResult = z.infer<typeof CompletionResult>
