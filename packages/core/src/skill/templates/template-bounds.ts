import type Handlebars from 'handlebars'

/** Far above any skill's needs: a file of 5,000 tokens has about 20,000 characters. */
const maxSteps = 100_000
const maxCharacters = 2_000_000

interface WorkBounds {
  /** Runs a template with fresh counters. */
  start: (print: () => string) => string
  /** Wraps a partial so that its uses count. */
  partial: (template: Handlebars.TemplateDelegate) => Handlebars.TemplateDelegate
}

/**
 * Limits the work of an engine, so that nested loops or recursive partials stop: every iteration of `each` and every
 * partial counts, as do the characters they print.
 */
export function boundWork(engine: typeof Handlebars): WorkBounds {
  let steps = 0
  let characters = 0
  const count = <Text>(text: Text): Text => {
    steps++
    characters += String(text).length
    if (steps > maxSteps || characters > maxCharacters)
      throw new Error(`It does not end within ${maxSteps} turns or ${maxCharacters} characters`)
    return text
  }
  const each = engine.helpers.each as Handlebars.HelperDelegate
  engine.registerHelper('each', function (this: unknown, list: unknown, options: Handlebars.HelperOptions) {
    const { fn } = options
    // The engine reads properties of the template's own `fn`.
    return each.call(this, list, {
      ...options,
      fn: Object.assign((...args: Parameters<typeof fn>) => count(fn(...args)), fn),
    })
  })
  return {
    start: (print) => {
      steps = 0
      characters = 0
      return print()
    },
    partial: (template) => (context, options) => count(template(context, options)),
  }
}
