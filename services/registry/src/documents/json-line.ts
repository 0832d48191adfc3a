/** Text of a JSON document as the registry serves it: one line and a newline. */
export const jsonDocument = (value: unknown): string => `${JSON.stringify(value)}\n`
