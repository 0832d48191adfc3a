export declare function compileTemplates(folder: string, optionsFile: string | URL): Promise<void>
