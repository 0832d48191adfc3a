import { type AppManifest, exampleValues, localized, type Recipe, type RecipeResults } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { CopiedCall } from '../parts/call-line.tsx'
import { exampleParts } from '../parts/call-text.ts'
import { lineOf } from '../parts/shown-text.ts'
import { TextBlock } from '../parts/text-block.tsx'
import { otherTestedVersion } from './program-version.ts'
import type { VersionProps } from './shown-app.ts'

/** Tasks with the exact calls, their output, and what became of them when they were run. */
export const RecipesSection: FC<VersionProps> = ({ page, version }) => {
  const { texts } = page
  const { manifest } = version
  const recipes = (manifest.recipes ?? []).filter(({ task }) => task !== undefined)
  if (recipes.length === 0 && version.results === undefined) return null
  return (
    <section id="recipes">
      <h2>{texts.app.recipes}</h2>
      <Verified page={page} version={version} />
      {recipes.length > 0 && <p class="quiet">{texts.app.recipesLead}</p>}
      {recipes.map((recipe, at) => (
        <RecipeCard
          page={page}
          recipe={recipe}
          program={lineOf(recipe.call.program ?? manifest.entry_point)}
          programs={version.calledPrograms}
          outcome={version.results?.recipes[recipe.id]?.outcome}
          isOpen={at === 0}
          isReader={onlyReads(manifest)}
        />
      ))}
    </section>
  )
}

/** Whether the manifest says that no call of the app changes anything. */
function onlyReads({ run, programs = [] }: AppManifest): boolean {
  const declared = [run?.effects, ...programs.map(({ effects }) => effects)]
  return (
    run?.effects?.read !== undefined &&
    declared.every((effects) => !effects?.write?.length && !effects?.destructive?.length)
  )
}

/** "18 of 18 recipes passed on Debian 12 (linux-x64), 2026-11-20". */
const Verified: FC<Pick<VersionProps, 'page' | 'version'>> = ({ page, version: { manifest, results } }) => {
  if (results === undefined) return null
  const { app } = page.texts
  const outcomes = Object.values(results.recipes).filter(({ outcome }) => outcome !== 'not-run')
  const passed = outcomes.filter(({ outcome }) => outcome === 'passed').length
  if (outcomes.length === 0) return null
  const tested = otherTestedVersion(manifest, results)
  return (
    <div class="verified">
      <p>
        <strong>{app.verified(passed, outcomes.length)}</strong>{' '}
        {app.verifiedOn(hostOf(results), results.date)}
      </p>
      <p class="quiet small">
        {results.program_version === null
          ? app.verifiedMethod(results.method)
          : app.verifiedWith(results.method, lineOf(results.program_version))}
      </p>
      {tested !== undefined && <p class="small">{app.testedOther(lineOf(tested), manifest.version)}</p>}
    </div>
  )
}

const hostOf = ({ system, platform }: RecipeResults): string =>
  system === undefined ? platform : `${lineOf(system)} (${platform})`

interface CardProps extends PageProps {
  recipe: Recipe
  program: string
  programs: Readonly<Record<string, string>>
  outcome: 'passed' | 'failed' | 'not-run' | undefined
  isOpen: boolean
  /** Whether the app itself only reads. */
  isReader: boolean
}

/** What a call changes. Where the app only reads, a file with its output is written by the shell or by the runtime. */
const EffectTag: FC<
  Pick<CardProps, 'page' | 'recipe' | 'isReader'> & { effect: NonNullable<Recipe['effect']> }
> = ({ page: { texts }, recipe: { call, placeholders }, isReader, effect }) => {
  const file = isReader && effect === 'write' ? call.stdout_file : undefined
  if (file === undefined) return <span class={`tag ${effect}`}>{texts.effects[effect]}</span>
  const shown = exampleParts(file, exampleValues(placeholders))
  return <span class="tag read">{texts.app.outputIn(lineOf(shown.map(({ text }) => text).join('')))}</span>
}

const RecipeCard: FC<CardProps> = ({ page, recipe, program, programs, outcome, isOpen, isReader }) => {
  const { texts, language } = page
  const { call, files = {}, placeholders, shows, needs = [], effect } = recipe
  const { task } = localized<{ task?: string | undefined; i18n?: Recipe['i18n'] }>(recipe, language)
  return (
    <article class="recipe">
      <h3>
        {lineOf(task ?? '')}
        <span class="tags">
          {effect !== undefined && (
            <EffectTag page={page} recipe={recipe} effect={effect} isReader={isReader} />
          )}
          {outcome !== undefined && outcome !== 'not-run' && (
            <span class={`tag ${outcome}`}>{texts.app[outcome]}</span>
          )}
        </span>
      </h3>
      <CopiedCall
        page={page}
        task={lineOf(task ?? '')}
        call={call}
        program={program}
        programs={programs}
        placeholders={exampleValues(placeholders)}
      />
      {(call.stdin !== undefined || shows !== undefined || Object.keys(files).length > 0) && (
        <details open={isOpen}>
          <summary>{texts.app.inAndOut}</summary>
          {call.stdin !== undefined && <TextBlock label={texts.app.input} text={call.stdin} />}
          {Object.entries(files).map(([name, content]) =>
            typeof content === 'string' ? (
              <TextBlock label={`${texts.app.file} ${lineOf(name)}`} text={content} />
            ) : (
              <p class="label">{`${texts.app.file} ${lineOf(name)}: ${texts.app.binary}`}</p>
            ),
          )}
          {shows !== undefined && <TextBlock label={texts.app.prints} text={shows} />}
        </details>
      )}
      {needs.length > 0 && (
        <p class="label">
          {texts.app.needs}: {needs.map((need) => texts.app.needNames[need] ?? need).join(', ')}
        </p>
      )}
    </article>
  )
}
