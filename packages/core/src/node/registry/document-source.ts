/** Where the documents of a registry come from: a server, a folder, or a catalogue of manifests. */
export interface DocumentSource {
  /**
   * The document at a path of `registryPaths`, through `parse`; `undefined` where there is none. What `parse` refuses is
   * thrown and never kept for later.
   */
  read<T>(path: string, parse: (text: string) => T): Promise<T | undefined>
}
