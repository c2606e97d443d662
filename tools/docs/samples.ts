import { resourceTable } from "@/clients/typescript/src/resources";
import type { Json, JsonObject, OpenApiDocument } from "@/lib/platform/http/openapi/types";
import { operationTable } from "../client/operation-table";
import { snake } from "../client/python";

/** An operation of the OpenAPI document with resolved parameters. */
export interface Operation {
  id: string;
  /** The address, such as `/v1/models/{id}`. */
  path: string;
  method: string;
  operation: JsonObject;
  parameters: JsonObject[];
}

export interface Samples {
  curl: string;
  typescript: string;
  python: string;
}

/** The function of each operation in the clients: resource and name. */
const functions = new Map<string, [resource: string, name: string]>(
  Object.entries(resourceTable).flatMap(([resource, members]) =>
    Object.entries(members as Record<string, string>).map(([name, id]): [string, [string, string]] => [
      id,
      [resource, name],
    ]),
  ),
);

export function operationsOf({ paths, components, servers }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: String(operation["operationId"]),
      path: `${servers[0]?.["url"]}${path}`,
      method: method.toUpperCase(),
      operation,
      parameters: (operation["parameters"] as JsonObject[]).map((one) =>
        typeof one["$ref"] === "string" ? (components.parameters[nameOf(one["$ref"])] ?? one) : one,
      ),
    })),
  );
}

/** Returns the function that writes the samples of an operation. */
export function sampleWriter(document: OpenApiDocument): (operation: Operation) => Samples {
  const table = operationTable(document);
  return (operation) => {
    const row = table[operation.id];
    const named = functions.get(operation.id);
    const call = callOf(operation, row?.takes === "bytes");
    const samples = { curl: curl(call) };
    if (!row || !named) return { ...samples, typescript: fetchCall(call), python: urllibCall(call) };
    const [resource, name] = named;
    const isPlain = !row.isPaged && row.answers !== "stream";
    const result = row.answers === "nothing" ? undefined : row.answers === "stream" ? "response" : "result";

    const typescript = `client.${resource}.${name}(${argumentsOf(call, tsValue, "await readFile(FILE)")})`;
    const python = `client.${snake(resource)}.${snake(name)}(${argumentsOf(call, pyValue, 'open(FILE, "rb").read()')})`;
    const tsHead = `${call.file ? 'import { readFile } from "node:fs/promises";\n' : ""}import { GovernanceClient } from "@governance-audit/client";\n\nconst client = new GovernanceClient({\n  baseUrl: process.env.GOVERNANCE_URL ?? "",\n${call.access === "key" ? '  apiKey: process.env.GOVERNANCE_API_KEY ?? "",\n' : ""}});\n`;
    const key = call.access === "key" ? ', os.environ["GOVERNANCE_API_KEY"]' : "";
    const pyHead = `import os\nfrom governance_audit import GovernanceClient\n\nclient = GovernanceClient(os.environ["GOVERNANCE_URL"]${key})\n`;
    const session = (comment: string) =>
      call.access === "session"
        ? `${comment} Requires the cookie of a dashboard session. API keys are rejected.\n`
        : "";
    return {
      ...samples,
      typescript: `${session("//")}${tsHead}\n${
        row.isPaged
          ? `for await (const item of ${typescript}) {\n  console.log(item);\n}`
          : `${result ? `const ${result} = ` : ""}await ${typescript};${isPlain && result ? `\nconsole.log(${result});` : ""}`
      }`,
      python: `${session("#")}${pyHead}\n${
        row.isPaged
          ? `for item in ${python}:\n    print(item)`
          : `${result ? `${result} = ` : ""}${python}${isPlain && result ? `\nprint(${result})` : ""}`
      }`,
    };
  };
}

interface Call {
  method: string;
  /** With example values instead of parameters. */
  address: string;
  ids: string[];
  query: [name: string, value: Json][];
  contentType?: string | undefined;
  body?: Json | undefined;
  /** The file that contains the body. */
  file?: string | undefined;
  access: "key" | "session" | "public";
  isIdempotent: boolean;
}

function callOf({ method, path, operation, parameters }: Operation, isBytes: boolean): Call {
  const given = (location: string) => parameters.filter((parameter) => parameter["in"] === location);
  const ids = given("path").map((parameter) => String(exampleOf(parameter) ?? placeholder(path, parameter)));
  const query = given("query")
    .filter((parameter) => parameter["required"] === true)
    .map((parameter): [string, Json] => [String(parameter["name"]), exampleOf(parameter) ?? ""]);
  const { content } = (operation["requestBody"] ?? {}) as { content?: Record<string, { example?: Json }> };
  const [contentType, media] =
    Object.entries(content ?? {}).find(([type]) => !isBytes && type === "application/json") ??
    Object.entries(content ?? {})[0] ??
    [];
  const security = operation["security"] as JsonObject[];
  let index = 0;
  return {
    method,
    address: path.replace(/\{\w+\}/g, () => encodeURIComponent(ids[index++] ?? "").replaceAll("%3A", ":")),
    ids,
    query,
    contentType,
    body: isBytes ? undefined : typeof media?.example === "string" ? JSON.parse(media.example) : media?.example,
    file: isBytes ? "body.txt" : undefined,
    access: security.some((one) => "bearer" in one) ? "key" : security.length > 0 ? "session" : "public",
    isIdempotent: given("header").some((parameter) => parameter["name"] === "Idempotency-Key"),
  };
}

function exampleOf({ schema }: JsonObject): Json | undefined {
  return (schema as { examples?: Json[] } | undefined)?.examples?.[0];
}

/** `/v1/models/{id}` → `MODEL_ID`. */
function placeholder(path: string, { name }: JsonObject): string {
  if (name !== "id") return snake(String(name)).toUpperCase();
  const owner = path.slice(0, path.indexOf("/{id}")).split("/").at(-1) ?? "";
  return `${owner.replace(/ies$/, "y").replace(/s$/, "").replaceAll("-", "_").toUpperCase()}_ID`;
}

function curl({ method, address, query, contentType, body, file, access, isIdempotent }: Call): string {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  const header = (text: string) => `-H "${text}"`;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$GOVERNANCE_URL${address}${search && `?${search}`}"`,
    ...(access === "key" ? [header("Authorization: Bearer $GOVERNANCE_API_KEY")] : []),
    ...(access === "session" ? [`-b "__Secure-next-auth.session-token=$SESSION_TOKEN"`] : []),
    ...(access === "session" && method !== "GET" ? [header("Origin: $GOVERNANCE_URL")] : []),
    ...(isIdempotent ? [header("Idempotency-Key: $(uuidgen)")] : []),
    ...(contentType ? [header(`Content-Type: ${contentType}`)] : []),
    ...(file ? [`--data-binary @${file}`] : []),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

/** The IDs in the path, then the body or the query. */
function argumentsOf({ ids, query, body, file }: Call, write: (value: Json) => string, read: string): string {
  const input =
    file !== undefined
      ? [read.replace("FILE", JSON.stringify(file))]
      : body !== undefined
        ? [write(body)]
        : query.length > 0
          ? [write(Object.fromEntries(query))]
          : [];
  return [...ids.map((id) => JSON.stringify(id)), ...input].join(", ");
}

function tsValue(value: Json): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function pyValue(value: Json, indent = ""): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((one) => pyValue(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pyValue(one, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((one) => `${inner}${one},\n`).join("")}${indent}${close}`;
}

/** For the OTLP endpoints, which the clients do not contain. */
function fetchCall({ method, address, contentType, body }: Call): string {
  return `const response = await fetch(\`\${process.env.GOVERNANCE_URL}${address}\`, {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.GOVERNANCE_API_KEY}\`,
    "Content-Type": "${contentType}",
  },
  body: JSON.stringify(${tsValue(body ?? null).replaceAll("\n", "\n  ")}),
});
console.log(response.status);`;
}

function urllibCall({ method, address, contentType, body }: Call): string {
  return `import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["GOVERNANCE_URL"] + "${address}",
    method="${method}",
    headers={
        "Authorization": "Bearer " + os.environ["GOVERNANCE_API_KEY"],
        "Content-Type": "${contentType}",
    },
    data=json.dumps(${pyValue(body ?? null, "    ")}).encode(),
)
print(urlopen(request).status)`;
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
