import translations from './zh.json' with { type: 'json' }

/** Messages in Chinese by their ids: a module of its own, so that all bundles share it. */
export const chinese: Readonly<Record<string, string>> = translations
