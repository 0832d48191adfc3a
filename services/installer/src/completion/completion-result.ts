import * as z from 'zod'

/** `completion --json`. */
export const CompletionResult = z.object({
  shell: z.enum(['bash', 'zsh', 'fish']),
  script: z.string(),
})
export type CompletionResult = z.infer<typeof CompletionResult>
