import { readFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "@/app/v1/openapi.json/document";
import { defined, type JsonObject, type OpenApiDocument } from "@/lib/platform/http/openapi/types";
import { operationTable } from "./operation-table";
import { pythonFiles } from "./python";

const root = join(import.meta.dirname, "../..");

/** The directory of both clients. */
export const clientsFolder = join(root, "clients");

const banner = "// Made by `npm run client:generate`. Change the schemas of the API instead.\n\n";

/** The clients' files generated from the OpenAPI document and from the JSON Schema of evidence packages, by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = openApiDocument();
  const types = await typesOf(essence(document));
  const rows = Object.entries(operationTable(document)).map(([name, row]) => `  ${name}: ${JSON.stringify(row)},\n`);
  return {
    ...under("python/governance_audit", pythonFiles(document)),
    ...under("typescript/src/generated", {
      "api.ts": `${banner}${types}`,
      "evidence-bundle.ts": `${banner}${await typesOf(bundleDocument())}`,
      "operation-table.ts": `${banner}/** Every operation of the API by its \`operationId\`. */\nexport const operationTable = {\n${rows.join("")}} as const;\n`,
    }),
  };
}

function under(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/**
 * The parts of the document that the client uses: all schemas, and operations with their successful responses, each
 * with one schema. Examples, headers and errors would make the output five times larger.
 */
function essence({ openapi, info, paths, webhooks, components: { schemas } }: OpenApiDocument): unknown {
  return withoutExamples({
    openapi,
    info: { title: info["title"], version: info["version"] },
    paths: mapped(paths, (methods) => mapped(methods, essenceOf)),
    webhooks: mapped(webhooks, (methods) => mapped(methods as Record<string, JsonObject>, essenceOf)),
    components: { schemas },
  });
}

function essenceOf({ operationId, summary, description, parameters, requestBody, responses }: JsonObject): JsonObject {
  const own = (parameters as JsonObject[]).filter(({ $ref }) => $ref === undefined);
  const successes = Object.entries(responses as Record<string, JsonObject>).filter(([status]) => /^2/.test(status));
  return defined({
    operationId,
    summary,
    description,
    parameters: own,
    requestBody,
    responses: Object.fromEntries(successes.map(([status, { headers: _, ...response }]) => [status, response])),
  });
}

/** Names of properties are not keywords: a property may be called `example`. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([keyword]) => keyword !== "example" && keyword !== "examples");
  return Object.fromEntries(
    members.map(([keyword, member]) => [
      keyword,
      keyword === "properties" ? mapped(member, withoutExamples) : withoutExamples(member),
    ]),
  );
}

function mapped<One, Other>(members: Record<string, One>, change: (one: One) => Other): Record<string, Other> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)]));
}

async function typesOf(document: unknown): Promise<string> {
  // In requests, members with a default are optional. In responses, the schema lists the required members.
  const types = await openapiTS(document as OpenAPI3, { defaultNonNullable: false, alphabetize: true, silent: true });
  return astToString(types);
}

/** The JSON Schema of an evidence package as a component of a document. */
function bundleDocument(): unknown {
  const text = readFileSync(join(root, "docs/evidence-bundle.schema.json"), "utf8");
  const { $schema: _, $id: __, $defs, ...schema } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
  return withoutExamples({
    openapi: "3.1.1",
    info: { title: schema.title, version: "1" },
    paths: {},
    components: { schemas: { ...$defs, EvidenceBundle: schema } },
  });
}
