import { createElement, Fragment, type ReactNode } from "react";
import type { Json, JsonObject } from "@/lib/platform/http/openapi/types";
import { renderInline } from "./markdown";
import { nameOf } from "./samples";

export type Schemas = Record<string, JsonObject>;

interface Row {
  name: string;
  note?: string;
  isRequired: boolean;
  schema: JsonObject;
}

/** The fields of an object, or the type of any other schema. */
export function Shape({ schema }: { schema: JsonObject }) {
  const { description } = schema;
  const rows = rowsOf(schema);
  if (rows.length > 0) return <FieldTable rows={rows} />;
  return (
    <>
      <p>{typeText(schema)}</p>
      {typeof description === "string" && <Markup html={renderInline(description)} />}
    </>
  );
}

/** The fields of an object, each followed by those of unnamed objects in it: `dateRange`, `dateRange.from`. */
function rowsOf(schema: JsonObject, prefix = ""): Row[] {
  const required = (schema["required"] ?? []) as string[];
  const rows = Object.entries((schema["properties"] ?? {}) as Schemas).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    return [{ name: path, schema: field, isRequired: required.includes(name) }, ...nestedRows(field, path)];
  });
  return rows.filter(({ name }, index) => rows.findIndex((row) => row.name === name) === index);
}

function nestedRows(field: JsonObject, path: string): Row[] {
  const { items } = field;
  const options = ((field["oneOf"] ?? field["anyOf"]) as JsonObject[] | undefined) ?? [];
  return [
    ...rowsOf(field, `${path}.`),
    ...(items ? nestedRows(items as JsonObject, `${path}[]`) : []),
    ...options.flatMap((option) => nestedRows(option, path)),
  ];
}

export function FieldTable({ rows }: { rows: Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the keyboard on narrow screens.
    <div className="table" tabIndex={0}>
      <table className="fields">
        <tbody>
          {rows.map(({ name, note, isRequired, schema }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {isRequired && <small>required</small>}
              </th>
              <td>
                <small>
                  {note && `${note} · `}
                  {typeText(schema)}
                  {limitsOf(schema)}
                </small>
                {typeof schema["description"] === "string" && <Markup html={renderInline(schema["description"])} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The type in plain text, with links to named schemas. */
export function typeText(schema: JsonObject): ReactNode {
  const { $ref, enum: values, const: constant, items, type } = schema;
  if (typeof $ref === "string") {
    const name = nameOf($ref);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  const options = (schema["oneOf"] ?? schema["anyOf"]) as JsonObject[] | undefined;
  if (options) return joined(options.map(typeText));
  if (values) return joined((values as Json[]).map((one) => <code key={String(one)}>{JSON.stringify(one)}</code>));
  if (constant !== undefined) return <code>{JSON.stringify(constant)}</code>;
  if (items) return <>array of {typeText(items as JsonObject)}</>;
  if (Array.isArray(type)) return type.join(" or ");
  return String(type ?? "any value") + (schema["format"] ? ` (${schema["format"]})` : "");
}

function joined(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts.flatMap((part, index) => (index === 0 ? [part] : [" or ", part])));
}

const limits: Record<string, string> = {
  minimum: "minimum",
  maximum: "maximum",
  minLength: "minimum length",
  maxLength: "maximum length",
  minItems: "minimum items",
  maxItems: "maximum items",
  default: "default",
};

function limitsOf(schema: JsonObject): string {
  const given = Object.entries(limits).filter(([member]) => schema[member] !== undefined);
  return given.map(([member, text]) => `, ${text} ${JSON.stringify(schema[member])}`).join("");
}

export function resolve(schema: JsonObject, schemas: Schemas): JsonObject {
  return typeof schema["$ref"] === "string" ? (schemas[nameOf(schema["$ref"])] ?? schema) : schema;
}

interface MarkupProps {
  html: string;
  "data-language"?: string;
}

/** HTML that `markdown.ts` generated. */
export function Markup({ html, ...props }: MarkupProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: Markdown of this repository, rendered with escaped HTML.
  return <div {...props} dangerouslySetInnerHTML={{ __html: html }} />;
}
