import { type CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { blockOf, lineOf } from '../parts/shown-text.ts'
import { AppFrame } from './app-frame.tsx'
import { appPath, type VersionProps } from './shown-app.ts'

interface CommandsProps extends VersionProps {
  program: string
  tree: CommandNode | undefined
  /** The names of the command that the page starts at, below the program. */
  at: readonly string[]
}

/** A page with more commands has those of the first level, which link to pages of their own. */
const mostNested = 120

/** `/apps/{name}/commands`: the commands and options of a program, to unfold. */
export const CommandsPage: FC<CommandsProps> = ({ page, app, version, program, tree, at }) => {
  const { texts, root } = page
  const title = texts.app.commandsTitle(lineOf(app.document.display_name))
  const path = `${root}/${appPath(app, 'commands')}`
  const linkTo = (names: readonly string[]): string =>
    `${path}?program=${encodeURIComponent(program)}${names.map((name) => `&at=${encodeURIComponent(name)}`).join('')}`
  return (
    <AppFrame page={page} app={app} title={title} tab="commands">
      <h2>{title}</h2>
      {version.programs.length > 1 && (
        <ul class="tags">
          {version.programs.map((name) => (
            <li>
              <a
                class="tag mono"
                href={`${path}?program=${encodeURIComponent(name)}`}
                aria-current={name === program ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {tree === undefined ? (
        <p>{texts.app.noCommands}</p>
      ) : (
        <>
          <p class="quiet">{texts.app.commandsLead}</p>
          {at.length > 0 && (
            <p>
              <a href={linkTo([])}>{texts.app.up}</a>
            </p>
          )}
          <Whole
            page={page}
            tree={tree}
            names={[program, ...at]}
            linkTo={(names) => linkTo([...at, ...names])}
          />
        </>
      )}
    </AppFrame>
  )
}

interface TreeProps extends PageProps {
  tree: CommandNode
  names: readonly string[]
  linkTo: (names: readonly string[]) => string
}

const Whole: FC<TreeProps> = ({ page, tree, names, linkTo }) => {
  const isNested = [...walkCommands(tree)].length <= mostNested
  return (
    <>
      <h3>
        <code>{lineOf(names.join(' '))}</code>
      </h3>
      <About page={page} node={tree} />
      <div class="tree">
        {visible(tree).map((node) => (
          <Command page={page} tree={node} names={[node.name]} linkTo={linkTo} isNested={isNested} />
        ))}
      </div>
    </>
  )
}

const Command: FC<TreeProps & { isNested: boolean }> = ({ page, tree: node, names, linkTo, isNested }) => {
  const below = visible(node)
  return (
    <details>
      <summary>
        <code>{lineOf(node.name)}</code> <span class="quiet">{lineOf(node.summary, 200)}</span>
      </summary>
      <About page={page} node={node} />
      {below.length > 0 &&
        (isNested ? (
          <div class="tree">
            {below.map((child) => (
              <Command page={page} tree={child} names={[...names, child.name]} linkTo={linkTo} isNested />
            ))}
          </div>
        ) : (
          <p class="options">
            <a href={linkTo(names)}>
              {page.texts.app.unfold} ({page.texts.app.subcommands(below.length)})
            </a>
          </p>
        ))}
    </details>
  )
}

const visible = ({ commands }: CommandNode): CommandNode[] => commands.filter(({ hidden }) => !hidden)

const About: FC<PageProps & { node: CommandNode }> = ({ page, node: { usage, options } }) => (
  <div class="options">
    {usage.length > 0 && (
      <pre tabindex={0}>
        <code>
          {usage
            .slice(0, 10)
            .map((line) => blockOf(line))
            .join('\n')}
        </code>
      </pre>
    )}
    {options.length > 0 && (
      <dl>
        {options
          .filter(({ hidden }) => !hidden)
          .map((option) => (
            <Option page={page} option={option} />
          ))}
      </dl>
    )}
  </div>
)

const Option: FC<PageProps & { option: CommandOption }> = ({ page: { texts }, option }) => {
  const { short, long, value, description, choices, default: preset } = option
  const names = [...short, ...long].join(', ')
  const marks = [
    ...(choices.length > 0 ? [`${texts.app.choices} ${choices.slice(0, 20).join(', ')}`] : []),
    ...(preset === null || preset === '' ? [] : [`${texts.app.defaultValue} ${preset}`]),
  ]
  return (
    <>
      <dt>
        <code>{lineOf(value === null ? names : `${names} <${value.name.replace(/^<|>$/g, '')}>`, 300)}</code>
      </dt>
      <dd>
        {lineOf(description, 500)}{' '}
        {marks.length > 0 && <span class="small">({lineOf(marks.join('; '), 400)})</span>}
      </dd>
    </>
  )
}
