import { harmless, resourceTable } from "@/clients/typescript/src/resources";
import type { JsonObject, OpenApiDocument } from "@/lib/platform/http/openapi/types";
import { operationTable } from "./operation-table";
import { capitalised, docText, PythonTypes } from "./python-types";

const banner = "# Made by `npm run client:generate`. Change the schemas of the API instead.\n";
const typesHead = `${banner}from typing import Any, Dict, List, Literal, TypedDict, Union\n\n\n`;
const resourcesHead = `${banner}# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from . import types as t
from .listing import AsyncListing, Listing
from .packages import AsyncEvidenceFiles, EvidenceFiles
from .resource import AsyncResource, Caller, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .request import Stream
    from .resource import CallOptions, CreateOptions
`;

/** Base classes of resources with functions that are not operations. */
const bases: Record<string, string> = { evidence: "EvidenceFiles" };

type Content = Record<string, { schema: JsonObject }>;
type Row = ReturnType<typeof operationTable>[string];

/** An operation of the document and its row of the table. */
interface PythonOperation {
  id: string;
  row: Row;
  operation: JsonObject;
}

/** The generated modules of the Python client: types, the table of operations, and the resources with their functions. */
export function pythonFiles(document: OpenApiDocument): Record<string, string> {
  const table = operationTable(document);
  const operations = new Map<string, JsonObject>();
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) operations.set(String(operation["operationId"]), operation);
  }
  const { schemas } = document.components;
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(schemas)) types.define(name, schema);
  const envelopes = Object.keys(schemas).filter((name) => name.endsWith("Envelope"));
  types.define("WebhookEnvelope", { anyOf: envelopes.map((name) => ({ $ref: `#/components/schemas/${name}` })) });

  const classes = ["", "Async"].map((kind) => {
    const members = Object.entries(resourceTable).map(([name, functions]) => {
      const methods = Object.entries(functions as Record<string, string>).map(([method, id]) =>
        methodOf(
          method,
          { id, row: table[id] as Row, operation: operations.get(id) as JsonObject },
          kind,
          types,
          schemas,
        ),
      );
      return `class ${kind}${capitalised(name)}(${kind}${bases[name] ?? "Resource"}):\n${methods.join("\n")}`;
    });
    const fields = Object.keys(resourceTable).map(
      (name) => `        self.${snake(name)} = ${kind}${capitalised(name)}(caller)\n`,
    );
    const all = `class ${kind}Resources:\n    def __init__(self, caller: Caller) -> None:\n${fields.join("")}`;
    return [...members, all].map((one) => `\n\n${one}`).join("");
  });
  const rows = Object.entries(table).map(([id, row]) => rowText(id, row));
  return {
    "operations.py": `${banner}from .request import Operation\n\nOPERATIONS = {\n${rows.join("")}}\n`,
    "resources.py": `${resourcesHead}${classes.join("")}`,
    "types.py": `${typesHead}${types.text()}`,
  };
}

function rowText(id: string, { method, path, takes, answers, isIdempotent }: Row): string {
  const isRepeatable = isIdempotent || ["GET", "PUT"].includes(method) || (harmless as ReadonlySet<string>).has(id);
  const texts = [method, path, takes ?? "nothing", answers].map((value) => JSON.stringify(value));
  const flags = [isIdempotent, isRepeatable].map((flag) => (flag ? "True" : "False"));
  return `    "${id}": Operation(${[...texts, ...flags].join(", ")}),\n`;
}

/** An operation as a function: the IDs of the path in order, then the body and the query, then options. */
function methodOf(
  name: string,
  { id, row, operation }: PythonOperation,
  kind: string,
  types: PythonTypes,
  schemas: Record<string, JsonObject>,
): string {
  const path = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => snake(part));
  const inputs = [bodyOf(id, row, operation, types), queryOf(id, operation, types)].filter((one) => one !== undefined);
  const parameters = [
    "self",
    ...path.map((part) => `${part}: str`),
    ...inputs.map(({ name, type, isRequired }) =>
      isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`,
    ),
    `**options: Unpack[${row.isIdempotent ? "CreateOptions" : "CallOptions"}]`,
  ];
  const given = [`"${id}"`, ...path, ...inputs.map(({ name }) => `${name}=${name}`), "**options"].join(", ");
  const answer = answerOf(id, row, operation, types);
  const doc = `        """${docText(String(operation["summary"]))}."""\n`;
  const isAsync = kind === "Async" && !row.isPaged;
  const result = row.isPaged ? `${kind}Listing[${itemOf(answer, schemas)}, ${answer}]` : answer;
  const call = `${isAsync ? "await " : ""}self.${row.isPaged ? "_list" : "_call"}(${given})`;
  const head = `${isAsync ? "async " : ""}def ${snake(name)}(${parameters.join(", ")}) -> ${result}:`;
  return `    ${head}\n${doc}        ${answer === "None" ? "" : "return "}${call}\n`;
}

/** The item type of a page. */
function itemOf(page: string, schemas: Record<string, JsonObject>): string {
  const schema = schemas[page.slice("t.".length)] as unknown as { properties: { data: { items: { $ref: string } } } };
  return schema.properties.data.items.$ref.replace("#/components/schemas/", "t.");
}

interface Input {
  name: "body" | "query";
  type: string;
  isRequired: boolean;
}

function bodyOf(id: string, { takes }: Row, { requestBody }: JsonObject, types: PythonTypes): Input | undefined {
  if (takes !== "json" && takes !== "bytes") return undefined;
  const { content, required } = requestBody as unknown as { content: Content; required?: boolean };
  const json = takes === "json" ? content["application/json"] : undefined;
  const type = json ? qualified(types.typeOf(json.schema, `${capitalised(id)}Body`)) : "Union[bytes, str]";
  return { name: "body", type, isRequired: required === true };
}

function queryOf(id: string, { parameters }: JsonObject, types: PythonTypes): Input | undefined {
  const queries = (parameters as JsonObject[]).filter((parameter) => parameter["in"] === "query");
  if (queries.length === 0) return undefined;
  const name = `${capitalised(id)}Query`;
  const required = queries.filter((parameter) => parameter["required"] === true).map((parameter) => parameter["name"]);
  const properties = Object.fromEntries(queries.map((parameter) => [parameter["name"], parameter["schema"]]));
  types.define(name, { type: "object", properties, required } as JsonObject);
  return { name: "query", type: `t.${name}`, isRequired: required.length > 0 };
}

function answerOf(id: string, { answers }: Row, { responses }: JsonObject, types: PythonTypes): string {
  if (answers !== "json") return answers === "stream" ? "Stream" : "None";
  const options = new Set<string>();
  for (const [status, { content }] of Object.entries(responses as unknown as Record<string, { content?: Content }>)) {
    const schema = content?.["application/json"]?.schema;
    if (/^2/.test(status) && schema) options.add(qualified(types.typeOf(schema, `${capitalised(id)}Result`)));
  }
  return options.size === 1 ? [...options].join() : `Union[${[...options].join(", ")}]`;
}

/** A type expression of the module of types, as the module of resources writes it. */
function qualified(type: string): string {
  return type.replace(/"(\w+)"/g, "t.$1");
}

/** `appendBatch` → `append_batch`. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
