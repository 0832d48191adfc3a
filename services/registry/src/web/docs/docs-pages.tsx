import type { FC } from 'hono/jsx'
import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../../openapi/openapi-document.ts'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { exampleOf } from './curl-example.ts'
import { type ListedOperation, operationGroups, resolveRef } from './operations.ts'
import { type RootProps, SchemaView, Type } from './schema-view.tsx'

interface DocumentProps extends PageProps {
  document: OpenApiDocument
}

/** `/docs`: every operation, grouped by tag. */
export const DocsPage: FC<DocumentProps> = ({ document, page, page: { root } }) => (
  <Layout title="API" page={page} isEnglishOnly>
    <h1>API</h1>
    <p>{document.info.description}</p>
    <p>
      The same as <a href={`${root}/openapi.json`}>OpenAPI 3.1</a>. The examples use the address of the
      registry in <code>REGISTRY</code>, and a token in <code>TOKEN</code> where the operation requires one:
    </p>
    <pre tabindex={0}>
      <code>{`export REGISTRY=${page.address}`}</code>
    </pre>
    {operationGroups(document).map(({ name, description, operations }) => (
      <section id={name}>
        <h2>{name}</h2>
        <p class="quiet">{description}</p>
        <ul class="plain rows">
          {operations.map(({ id, method, path, operation }) => (
            <li>
              <Method method={method} /> <a href={`${root}/docs/operations/${id}`}>{path}</a>
              <p>{operation.summary}</p>
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section id="schemas">
      <h2>schemas</h2>
      <ul class="plain rows">
        {Object.keys(document.components?.schemas ?? {})
          .sort()
          .map((name) => (
            <li>
              <a href={`${root}/docs/schemas/${name}`}>{name}</a>
            </li>
          ))}
      </ul>
    </section>
  </Layout>
)

interface OperationProps extends DocumentProps {
  listed: ListedOperation
}

/** `/docs/operations/{id}`: the details of one operation. */
export const OperationPage: FC<OperationProps> = ({ document, listed, page }) => {
  const { root } = page
  const { id, method, path, operation } = listed
  const parameters = (operation.parameters ?? []).map((parameter) =>
    resolveRef<oas31.ParameterObject>(document, parameter),
  )
  const answers = Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(operation.responses ?? {}).map(
    ([status, answer]) => [status, resolveRef<oas31.ResponseObject>(document, answer)] as const,
  )
  const body = operation.requestBody && resolveRef<oas31.RequestBodyObject>(document, operation.requestBody)
  return (
    <Layout
      title={operation.summary ?? id}
      page={page}
      isEnglishOnly
      side={<Side {...{ document, root, id }} />}
    >
      <h1>{operation.summary}</h1>
      <p class="address">
        <Method method={method} /> <code>{path}</code>
      </p>
      {operation.description !== undefined && <p>{operation.description}</p>}
      {(operation.security ?? []).length > 0 && (
        <p>
          Needs a bearer token: <code>Authorization: Bearer …</code>
        </p>
      )}
      <h2>Example</h2>
      <pre tabindex={0}>
        <code>{exampleOf(listed, parameters)}</code>
      </pre>
      {parameters.length > 0 && <Parameters parameters={parameters} root={root} />}
      {body !== undefined && (
        <>
          <h2>Body</h2>
          <Content content={body.content} root={root} />
        </>
      )}
      <Answers answers={answers} root={root} />
    </Layout>
  )
}

type ListedAnswer = readonly [status: string, answer: oas31.ResponseObject]

const Answers: FC<RootProps & { answers: readonly ListedAnswer[] }> = ({ answers, root }) => (
  <>
    <h2>Answers</h2>
    {answers
      .filter(([, answer]) => !isPlainFailure(answer))
      .map(([status, answer]) => (
        <Answer status={status} answer={answer} root={root} />
      ))}
    <h2>Failures</h2>
    <p class="quiet">
      Each with a <a href={`${root}/docs/schemas/Problem`}>Problem</a> as{' '}
      <code>application/problem+json</code>.
    </p>
    <dl class="facts">
      {answers
        .filter(([, answer]) => isPlainFailure(answer))
        .map(([status, { description }]) => (
          <>
            <dt>{statusName(status)}</dt>
            <dd>{description}</dd>
          </>
        ))}
    </dl>
  </>
)

interface SchemaPageProps extends DocumentProps {
  name: string
  schema: oas31.SchemaObject | oas31.ReferenceObject
}

/** `/docs/schemas/{name}`: one named schema. */
export const SchemaPage: FC<SchemaPageProps> = ({ document, name, schema, page, page: { root } }) => (
  <Layout title={name} page={page} isEnglishOnly side={<Side document={document} root={root} />}>
    <h1>{name}</h1>
    {schema.description !== undefined && <p>{schema.description}</p>}
    <SchemaView schema={schema} root={root} />
    <h2>JSON Schema</h2>
    <pre tabindex={0}>
      <code>{JSON.stringify(schema, null, 2)}</code>
    </pre>
  </Layout>
)

const Side: FC<RootProps & { document: OpenApiDocument; id?: string }> = ({
  document,
  root,
  id: current,
}) => (
  <>
    {operationGroups(document).map(({ name, operations }) => (
      <>
        <h2>{name}</h2>
        <ul>
          {operations.map(({ id, operation }) => (
            <li>
              <a href={`${root}/docs/operations/${id}`} aria-current={id === current ? 'page' : undefined}>
                {operation.summary}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
  </>
)

const Method: FC<{ method: string }> = ({ method }) => (
  <span class={`method ${method}`}>{method.toUpperCase()}</span>
)

const Parameters: FC<RootProps & { parameters: oas31.ParameterObject[] }> = ({ parameters, root }) => (
  <>
    <h2>Parameters</h2>
    <ul class="fields">
      {parameters.map(({ name, in: place, required, schema = {}, description }) => (
        <li>
          <code>{name}</code>{' '}
          <span class="quiet">
            in the {place}, <Type schema={schema} root={root} />
          </span>{' '}
          {required && <span class="must">required</span>}
          {description !== undefined && <p>{description}</p>}
        </li>
      ))}
    </ul>
  </>
)

/** Whether a failure response has nothing to show besides its status. */
const isPlainFailure = ({ content }: oas31.ResponseObject): boolean =>
  Object.keys(content ?? {}).join() === 'application/problem+json'

const statusName = (status: string): string => (status === 'default' ? 'other' : status)

const Answer: FC<RootProps & { status: string; answer: oas31.ResponseObject }> = ({
  status,
  answer,
  root,
}) => (
  <>
    <h3>
      {statusName(status)} <span class="quiet">{answer.description}</span>
    </h3>
    {Object.entries(answer.headers ?? {}).map(([name, header]) => (
      <p>
        <code>{name}</code> <span class="quiet">{header.description}</span>
      </p>
    ))}
    {answer.content !== undefined && <Content content={answer.content} root={root} />}
  </>
)

const Content: FC<RootProps & { content: oas31.ContentObject }> = ({ content, root }) => (
  <>
    {Object.entries(content).map(([type, { schema = {} }]) => (
      <>
        <p class="quiet">
          <code>{type}</code>
        </p>
        <SchemaView schema={schema} root={root} />
      </>
    ))}
  </>
)
