import type { Problem } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { AccountFrame } from './account-frame.tsx'
import { NotDone, PostForm } from './form-parts.tsx'
import { IssueLines, type PlacedIssue } from './issue-lines.tsx'

interface PublishProps extends PageProps {
  text: string
  /** Why the manifest cannot be published. */
  problem?: Problem | undefined
  issues?: readonly PlacedIssue[]
}

/** `/publish`: a form for a manifest, with the issues of the one that was sent. */
export const PublishPage: FC<PublishProps> = ({ page, text, problem, issues = [] }) => {
  const { publish } = page.texts.account
  return (
    <AccountFrame page={page} title={publish.title} tab="publish">
      <p class="lead">{publish.lead}</p>
      {problem !== undefined && <NotDone page={page} problem={{ ...problem, issues: undefined }} />}
      {issues.some(isOfOwnFile) && <WholeShape page={page} />}
      {issues.length > 0 && <IssueLines page={page} text={text} issues={issues} />}
      <ManifestForm page={page} text={text} isRefused={problem !== undefined} />
      <p>
        <a href={`${page.root}/docs/schemas/AppManifest`}>{publish.keys}</a> ·{' '}
        <a href={`${page.root}/v1/schema/app.json`}>JSON Schema</a>
      </p>
    </AccountFrame>
  )
}

/** Command trees and Debian closures, which a manifest names by their digests alone. */
const isOfOwnFile = ({ path }: PlacedIssue): boolean => /^(commands|closures)\.[^.[]+$/.test(path)

/** What to paste for a manifest with files of its own, which only the command line reads by itself. */
const WholeShape: FC<PageProps> = ({ page }) => {
  const { publish } = page.texts.account
  return (
    <div class="notice">
      <p>{publish.ownFiles}</p>
      <pre tabindex={0}>
        <code>
          {
            '{\n  "manifest": { … my-app.json … },\n  "commands": { "my-app": { … trees/my-app/my-app.json … } },\n  "closures": { "amd64": { … closures/my-app/amd64.json … } }\n}'
          }
        </code>
      </pre>
      <p>{publish.ownFilesCommand}</p>
      <CopiedCommand page={page} command={`npx cli-apps publish my-app.json --registry ${page.address}`} />
    </div>
  )
}

const ManifestForm: FC<PageProps & { text: string; isRefused: boolean }> = ({ page, text, isRefused }) => {
  const { publish } = page.texts.account
  return (
    <PostForm page={page} to="publish" class="form full" hasFiles>
      <div class="field">
        <label for="text">{publish.text}</label>
        <textarea
          id="text"
          name="text"
          rows={24}
          spellcheck={false}
          autocapitalize="off"
          aria-describedby="text-hint"
          aria-invalid={isRefused ? 'true' : undefined}
        >
          {`\n${text}`}
        </textarea>
        <p class="quiet small" id="text-hint">
          {publish.textHint}
        </p>
      </div>
      <div class="field">
        <label for="file">{publish.file}</label>
        <input
          id="file"
          type="file"
          name="file"
          accept=".json,application/json"
          aria-describedby="file-hint"
        />
        <p class="quiet small" id="file-hint">
          {publish.fileHint}
        </p>
      </div>
      <p>
        <button type="submit" name="step" value="check">
          {publish.check}
        </button>
      </p>
    </PostForm>
  )
}
