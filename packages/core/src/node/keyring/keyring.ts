/** Keeps secrets under names. */
export interface Keyring {
  /** `undefined` if it has nothing of this name. */
  get(account: string): Promise<string | undefined>
  set(account: string, value: string): Promise<void>
  /** Returns whether there was anything of this name. */
  delete(account: string): Promise<boolean>
}
