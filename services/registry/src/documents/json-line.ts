/** Text of a JSON document as the registry serves it: one line and a newline. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
