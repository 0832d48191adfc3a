import { type AppManifest, gotchaText } from '@cli-apps/core'

/** Every text of a manifest that a person wrote for readers, with its path. */
export function ownTexts({
  summary,
  description,
  i18n,
  skill,
  requires,
  install,
}: AppManifest): [string, string][] {
  return [
    ['summary', summary],
    ['description', description],
    ...Object.entries(i18n ?? {}).flatMap(([language, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`i18n.${language}.${key}`, text ?? '']),
    ),
    ...(skill?.use_when === undefined ? [] : [['skill.use_when', skill.use_when] as [string, string]]),
    ...texts('skill.instead', skill?.instead, 'task'),
    ...texts('skill.choose', skill?.choose, 'situation', 'use'),
    ...texts('skill.fixes', skill?.fixes, 'fix'),
    ...(skill?.gotchas ?? []).map((gotcha, at): [string, string] => [
      `skill.gotchas[${at}]`,
      gotchaText(gotcha),
    ]),
    ...(requires?.env ?? []).map(({ description: text }, at): [string, string] => [
      `requires.env[${at}].description`,
      text,
    ]),
    ...install.flatMap((method, at): [string, string][] =>
      method.method === 'bundled' ? [[`install[${at}].instructions`, method.instructions]] : [],
    ),
  ]
}

/** The given keys of each item of a list. */
function texts<Key extends string>(
  list: string,
  items: readonly Readonly<Record<Key, string>>[] | undefined,
  ...keys: Key[]
): [string, string][] {
  return (items ?? []).flatMap((item, at) =>
    keys.map((key): [string, string] => [`${list}[${at}].${key}`, item[key]]),
  )
}
