import type { ReactNode } from "react";
import type { Json, JsonObject, OpenApiDocument } from "@/lib/platform/http/openapi/types";
import { codeBlock, type Section, slugOf } from "./markdown";
import { nameOf, type Operation, operationsOf, type Samples, sampleWriter } from "./samples";
import { FieldTable, Markup, resolve, type Schemas, Shape, typeText } from "./schema";

interface ReferencePage {
  title: string;
  address: string;
  description: string;
  sections: Section[];
  content: ReactNode;
}

/** Renders Markdown without headings. */
export type Prose = (markdown: string) => string;

const languages = [
  ["curl", "curl", "bash"],
  ["typescript", "TypeScript", "typescript"],
  ["python", "Python", "python"],
] as const;

/** One page per tag of the document, and one for the webhook events. */
export function referencePages(document: OpenApiDocument, prose: Prose): ReferencePage[] {
  const operations = operationsOf(document);
  const samplesOf = sampleWriter(document);
  const { schemas } = document.components;
  const pages = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => (operation["tags"] as string[]).includes(String(name)));
    return pageOf(String(name), String(description), own, schemas, (one) => (
      <OperationSection key={one.id} {...{ one, document, prose }} samples={samplesOf(one)} />
    ));
  });
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({
    ...{ id: type, path: type, method: "EVENT", parameters: [] },
    operation: { ...(post as JsonObject), summary: type },
  }));
  const intro = "The service sends these events to webhook endpoints as signed JSON envelopes.";
  return [
    ...pages,
    pageOf("Webhook events", intro, events, schemas, (one) => (
      <section key={one.id} className="operation">
        <Heading one={one} />
        <Markup html={prose(String(one.operation["description"]))} />
        <Body
          {...{ content: contentOf(one.operation["requestBody"]), schemas, title: "Body" }}
          description="A signed envelope:"
        />
      </section>
    )),
  ];
}

function pageOf(
  name: string,
  description: string,
  operations: Operation[],
  schemas: Schemas,
  render: (one: Operation) => ReactNode,
): ReferencePage {
  const used = usedSchemas(operations, schemas);
  const sections = operations.map(({ id, method, path, operation, parameters }) => ({
    ...{ id, title: String(operation["summary"]), depth: 2 },
    text: [method, path, operation["description"], ...parameters.map((one) => one["name"])].join(" "),
  }));
  const content = (
    <>
      <h1>{name}</h1>
      <p className="lead">{description}</p>
      {operations.map(render)}
      <h2 id="objects">
        <a className="anchor" href="#objects">
          Objects
        </a>
      </h2>
      {used.map((schema) => (
        <details key={schema} className="schema" id={`schema-${schema}`}>
          <summary>{schema}</summary>
          <Shape schema={schemas[schema] ?? {}} />
        </details>
      ))}
    </>
  );
  const objects = used.length > 0 ? [{ id: "objects", title: "Objects", depth: 2, text: used.join(" ") }] : [];
  return {
    title: name,
    address: `/docs/api/${slugOf(name)}`,
    description,
    sections: [...sections, ...objects],
    content,
  };
}

interface OperationProps {
  one: Operation;
  document: OpenApiDocument;
  samples: Samples;
  prose: Prose;
}

function OperationSection({ one, document, samples, prose }: OperationProps) {
  const { id, operation, parameters } = one;
  const { schemas } = document.components;
  const responses = Object.entries(operation["responses"] as Record<string, JsonObject>);
  const facts = [
    ["Scope", operation["x-required-scope"]],
    ["Permission", operation["x-permission"]],
    ["Rate class", operation["x-rate-limit-class"]],
  ].filter(([, value]) => typeof value === "string" && value !== "public");
  return (
    <section className="operation">
      <Heading one={one} />
      <p className="endpoint">
        <Method name={one.method} /> <code>{one.path}</code>
      </p>
      <Markup html={prose(String(operation["description"] ?? ""))} />
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{String(name)}</dt>
            <dd>
              <code>{String(value)}</code>
            </dd>
          </div>
        ))}
      </dl>
      <div className="samples">
        {languages.map(([key, label], index) => (
          <label key={key}>
            <input type="radio" name={`sample-${id}`} value={key} defaultChecked={index === 0} /> {label}
          </label>
        ))}
        {languages.map(([key, , syntax]) => (
          <Markup key={key} data-language={key} html={codeBlock(samples[key], syntax)} />
        ))}
      </div>
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <FieldTable
            rows={parameters.map(({ name, in: location, schema, required, description }) => ({
              ...{ name: String(name), note: String(location), isRequired: required === true },
              schema: { ...(schema as JsonObject), ...(description ? { description } : {}) },
            }))}
          />
        </>
      )}
      <Body content={contentOf(operation["requestBody"])} schemas={schemas} title="Request body" />
      {responses
        .filter(([status]) => status.startsWith("2"))
        .map(([status, response]) => (
          <Body
            key={status}
            {...{ content: contentOf(response), schemas, title: `Response ${status}` }}
            description={String(response["description"])}
          />
        ))}
      <h3>Errors</h3>
      <ul className="errors">
        {responses
          .filter(([status]) => /^[45]/.test(status))
          .map(([status, response]) => (
            <li key={status}>
              {status} <code>{errorCodes(response, document).join(", ")}</code>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Heading({ one: { id, operation } }: { one: Operation }) {
  return (
    <h2 id={id}>
      <a className="anchor" href={`#${id}`}>
        {String(operation["summary"])}
      </a>
    </h2>
  );
}

function Method({ name }: { name: string }) {
  return <span className={`method ${name.toLowerCase()}`}>{name}</span>;
}

interface BodyProps {
  content: Record<string, { schema?: JsonObject; example?: Json }>;
  schemas: Schemas;
  title: string;
  /** Of a response or event, which has an example. The samples contain the example of a request. */
  description?: string;
}

/** The media types, type and fields of a request or response. */
function Body({ content, schemas, title, description }: BodyProps) {
  const types = Object.entries(content);
  if (types.length === 0 && !description) return null;
  const schema = content["application/json"]?.schema;
  const example = types.map(([, media]) => media.example).find((one) => one !== undefined);
  return (
    <>
      <h3>{title}</h3>
      <p>
        {description} {schema && <>{typeText(schema)} </>}
        <span className="quiet">{types.map(([type]) => type).join(", ")}</span>
      </p>
      {schema && !description && <Shape schema={resolve(schema, schemas)} />}
      {description && example !== undefined && (
        <details>
          <summary>Example</summary>
          <Markup html={codeBlock(typeof example === "string" ? example : JSON.stringify(example, null, 2))} />
        </details>
      )}
    </>
  );
}

function contentOf(holder: Json | undefined): BodyProps["content"] {
  return ((holder as JsonObject | undefined)?.["content"] ?? {}) as unknown as BodyProps["content"];
}

/** The error codes of a response, from its description. `docs/errors.md` explains them. */
function errorCodes(response: JsonObject, { components }: OpenApiDocument): string[] {
  const reference = response["$ref"];
  const described = typeof reference === "string" ? components.responses[nameOf(reference)] : response;
  return [...String(described?.["description"]).matchAll(/`([a-z_]+)`:/g)].map(([, code = ""]) => code);
}

/** The schemas that the operations use, directly or through other schemas. Errors have their own document. */
function usedSchemas(operations: Operation[], schemas: Schemas): string[] {
  const used = new Set<string>();
  const collect = (value: Json) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(schemas[name] ?? {});
    }
  };
  for (const { operation, parameters } of operations) {
    const responses = Object.entries((operation["responses"] ?? {}) as JsonObject);
    const successes = responses.filter(([status]) => status.startsWith("2")).map(([, response]) => response);
    collect([operation["requestBody"] ?? null, successes, parameters]);
  }
  return [...used].sort();
}
