import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { validate, validateQuery } from "@/lib/platform/http/validate";
import { openApiDocument } from "./openapi.json/document";
import { operationsOf, routes } from "./openapi.json/operations";

/**
 * Every way in which a request can differ from the document: a member that is missing, unknown, null or of another type, and
 * a value outside its limits, its list or its format. Each is refused at its path, before the operation runs.
 */

type Schema = Record<string, unknown>;

const { paths, components } = openApiDocument();

const operations = operationsOf(routes).map(({ path, method, route: { options } }) => {
  const described = paths[path.slice("/v1".length)]?.[method.toLowerCase()] as {
    requestBody?: { content: Record<string, { schema: Schema; example: unknown }> };
    parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  };
  return { name: `${method} ${path}`, options, described };
});

/** A value that a request may not have, and the path at which it is refused. */
interface Mutation {
  name: string;
  path: (string | number)[];
  /** Undefined takes the member away. */
  value: unknown;
  /** Where the refusal is, if not at the path. */
  at?: (string | number)[];
}

const unknownMember = "aMemberThatThereIsNot";
/** A value of each type. No value is valid for a schema of another type. */
const samples: Record<string, unknown> = {
  string: "\u0000",
  number: 0.123,
  boolean: true,
  array: [[]],
  object: { [unknownMember]: 1 },
};

function resolved(schema: unknown): Schema {
  const { $ref } = Object(schema) as { $ref?: string };
  return $ref === undefined ? Object(schema) : resolved(components.schemas[$ref.split("/").at(-1) ?? ""]);
}

function alternativesOf(schema: unknown): Schema[] {
  const whole = resolved(schema);
  const alternatives = (whole["anyOf"] ?? whole["oneOf"]) as unknown[] | undefined;
  return alternatives ? alternatives.flatMap(alternativesOf) : [whole];
}

function typesOf(schema: Schema): string[] {
  const type = schema["type"] ?? (schema["enum"] || schema["const"] !== undefined ? "string" : undefined);
  return [type].flat().filter((one) => one !== undefined) as string[];
}

/** The values that a schema excludes, one for each keyword. */
function excludedBy(schema: Schema): [name: string, value: unknown][] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern } = schema as Record<
    string,
    number
  >;
  const listed = schema["enum"] !== undefined || schema["const"] !== undefined;
  const items = (length: number) => Array.from({ length }, (_, i) => `${i}`);
  return [
    ...(minLength !== undefined && minLength > 0 ? [["too short", "x".repeat(minLength - 1)]] : []),
    ...(maxLength !== undefined ? [["too long", "x".repeat(maxLength + 1)]] : []),
    ...(minimum !== undefined ? [["too small", minimum - 1]] : []),
    ...(maximum !== undefined ? [["too large", maximum + 1]] : []),
    ...(typesOf(schema).includes("integer") ? [["a fraction", (minimum ?? 0) + 0.5]] : []),
    ...(minItems !== undefined && minItems > 0 ? [["too few", items(minItems - 1)]] : []),
    ...(maxItems !== undefined ? [["too many", items(maxItems + 1)]] : []),
    ...(listed
      ? [
          ["not listed", "constructor"],
          ["in other case", otherCase(schema)],
        ]
      : []),
    ...(formats.includes(String(format)) ? [["malformed", "no\nsuch"]] : []),
    ...(pattern !== undefined && !new RegExp(String(pattern)).test("no\nsuch") ? [["malformed", "no\nsuch"]] : []),
    ...(String(format) === "date-time" ? notTimes.map((time) => [`the time ${time}`, time]) : []),
  ] as [string, unknown][];
}

const formats = ["date-time", "date", "email", "uri"];
const notTimes = [
  "",
  "2026-01-15",
  "2026-01-15T10:00:00",
  "2026-02-29T00:00:00Z",
  "2016-12-31T23:59:60Z",
  "1768471200",
];

function otherCase(schema: Schema): unknown {
  const first = [schema["enum"] ?? schema["const"]].flat()[0];
  const text = String(first);
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** All mutations of an example of a schema. Where a schema has alternatives, only types that none of them takes. */
function mutations(schema: unknown, example: unknown, path: Mutation["path"] = []): Mutation[] {
  const alternatives = alternativesOf(schema);
  const types = alternatives.flatMap(typesOf);
  if (types.length === 0) return [];
  const takes = (type: string) => types.includes(type) || (type === "number" && types.includes("integer"));
  const wrong = Object.entries(samples).filter(([type]) => !takes(type));
  const own: Mutation[] = wrong.map(([type, value]) => ({ name: `of the type ${type}`, path, value }));
  if (!types.includes("null")) own.push({ name: "null", path, value: null });
  const [only] = alternatives.filter((one) => !typesOf(one).includes("null") || alternatives.length === 1);
  if (!only || alternatives.filter((one) => typesOf(one).join() !== "null").length > 1) return own;
  own.push(...excludedBy(only).map(([name, value]) => ({ name, path, value })));
  const {
    properties = {},
    required = [],
    items,
  } = only as { properties?: Schema; required?: string[]; items?: unknown };
  if (typesOf(only).includes("object") && only["additionalProperties"] === false) {
    own.push({ name: "unknown", path: [...path, unknownMember], value: 1 });
    own.push({ name: "unknown", path: [...path, "constructor"], value: {} });
    for (const member of required) own.push({ name: "missing", path: [...path, member], value: undefined });
    const given = Object(example) as Record<string, unknown>;
    for (const [member, below] of Object.entries(properties)) {
      own.push(...mutations(below, given[member], [...path, member]));
    }
  }
  if (items !== undefined && Array.isArray(example)) own.push(...mutations(items, example[0], [...path, 0]));
  return own;
}

function withValue(example: unknown, [part, ...rest]: Mutation["path"], value: unknown): unknown {
  if (part === undefined) return value;
  const copy = (Array.isArray(example) ? [...example] : { ...Object(example) }) as Record<string | number, unknown>;
  if (rest.length === 0 && value === undefined) delete copy[part];
  else
    Object.defineProperty(copy, part, { value: withValue(copy[part], rest, value), enumerable: true, writable: true });
  return copy;
}

function pathText(path: Mutation["path"]): string {
  return (
    path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("") || "body"
  );
}

/** The paths that a refusal names; none if there is no refusal. */
function refusedAt(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
    return (error.details ?? []).map(({ path }) => path);
  }
}

const withBody = operations.flatMap(({ name, options: { body }, described }) => {
  const json = described.requestBody?.content["application/json"];
  return body instanceof z.ZodType && json ? [{ name, body, json }] : [];
});

/** The operation validates the events of a batch one by one, because it can append the valid ones. */
const isLazy = (name: string, place: string) => name === "POST /v1/audit/batch" && place.startsWith("events[");

/** Names of formats are accepted in any case. */
const isAnyCase = (excluded: string, place: string) => place === "format" && excluded === "in other case";

test.each(withBody)("$name rejects every body that the document excludes, with its path", ({ name, body, json }) => {
  const all = mutations(json.schema, json.example);
  expect(all.length).toBeGreaterThan(5);
  const accepted = all.filter(({ name: excluded, path, value }) => {
    const places = refusedAt(() => validate(body, withValue(json.example, path, value)));
    const place = pathText(path);
    return (
      !isLazy(name, place) &&
      !isAnyCase(excluded, place) &&
      !places.some((one) => one === place || one.startsWith(`${place}.`) || one.startsWith(`${place}[`))
    );
  });
  expect(accepted.map((mutation) => `${pathText(mutation.path)}: ${mutation.name}`)).toEqual([]);
});

test.each(operations)(
  "$name rejects every query that the document excludes, with its parameter",
  ({ options, described }) => {
    const parameters = described.parameters.filter((parameter) => parameter.in === "query");
    const excluded = parameters.flatMap(({ name = "", schema = {} }) => [
      ...excludedBy(schema)
        .filter(([excluded]) => !isAnyCase(excluded, name))
        .map(([, value]) => [value].flat().map((one) => [name, String(one)])),
      [[name, "a\u0000b"]],
      ...(schema["type"] === "array" ? [] : [[...Array(2)].map(() => [name, "1"])]),
    ]);
    const isOpen = options.query instanceof z.ZodRecord;
    const unknown = isOpen ? [] : ["toString", "constructor", "__proto__", unknownMember].map((name) => [[name, "1"]]);
    const accepted = [...excluded, ...unknown].filter((query) => {
      const places = refusedAt(() => validateQuery(options.query, `/?${new URLSearchParams(query)}`));
      return !places.some((place) => place.split("[")[0] === query[0]?.[0]);
    });
    expect(accepted.map((query) => new URLSearchParams(query).toString())).toEqual([]);
  },
);
