import type Handlebars from 'handlebars'

/** Far above what any skill needs: a file of 5,000 tokens is about 20,000 characters. */
const maxSteps = 100_000
const maxCharacters = 2_000_000

interface WorkBounds {
  /** Runs a template with its counters at zero. */
  start: (print: () => string) => string
  /** A partial whose use counts. */
  partial: (template: Handlebars.TemplateDelegate) => Handlebars.TemplateDelegate
}

/**
 * Makes an engine stop a template that loops inside loops or calls partials without end: every turn of `each` and every
 * partial counts, with the characters they make.
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
    // The template's own `fn` has marks on it that the engine reads.
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
