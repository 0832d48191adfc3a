import type { oas31 } from 'zod-openapi'

type Section = 'schemas' | 'responses'

/** Returns the document without unreferenced components. */
export function withoutUnused(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const { components = {}, ...rest } = document
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const [, section, name = ''] of text.matchAll(/"#\/components\/(schemas|responses)\/([^"/]+)"/g)) {
      const key = `${section}/${name}`
      if (used.has(key)) continue
      used.add(key)
      visit(JSON.stringify(components[section as Section]?.[name] ?? null))
    }
  }
  visit(JSON.stringify(rest))
  const keep = <Component>(section: Section, all: Record<string, Component> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${section}/${name}`)))
  return {
    ...rest,
    components: {
      ...components,
      schemas: keep('schemas', components.schemas),
      responses: keep('responses', components.responses),
    },
  }
}
