/** Completes a word for a shell: the person is typing. */
export { completeLine as runCli } from '../completion/complete-line.ts'
