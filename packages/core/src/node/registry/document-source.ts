/** Where the documents of a registry come from: a server, a folder, or a catalogue of manifests. */
export interface DocumentSource {
  /** Text of the document at a path of `registryPaths`, or `undefined` where there is none. */
  read(path: string): Promise<string | undefined>
}
