import { harmless } from "@/clients/typescript/src/resources";
import type { Json, JsonObject, OpenApiDocument } from "@/lib/platform/http/openapi/types";

/** The properties of an operation that the client needs at run time. False members are omitted. */
interface OperationRow {
  method: string;
  path: string;
  /** The input in addition to the path: JSON, bytes of some type, or otherwise a query. */
  takes?: "json" | "bytes" | "query";
  answers: "json" | "stream" | "nothing";
  isIdempotent?: true;
  /** Whether the request can be sent again after a failure. */
  isRepeatable?: true;
  isPaged?: true;
}

/** The operations of a document by ID, without the OTLP endpoints, which OpenTelemetry SDKs call, mostly with protobuf. */
export function operationTable(document: OpenApiDocument): Record<string, OperationRow> {
  const [base] = document.servers.map(({ url }) => String(url));
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isOtlp(operation))
      .map(([name, operation]): [string, OperationRow] => {
        const id = String(operation["operationId"]);
        const method = name.toUpperCase();
        const row = { method, path: `${base}${path}`, ...rowOf(operation) };
        return [id, isRepeatable(id, row) ? { ...row, isRepeatable: true } : row];
      }),
  );
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isOtlp({ requestBody }: JsonObject): boolean {
  return isObject(requestBody) && isObject(requestBody.content) && "application/x-protobuf" in requestBody.content;
}

function isRepeatable(id: string, { method, isIdempotent }: OperationRow): boolean {
  return method === "GET" || method === "PUT" || isIdempotent === true || (harmless as ReadonlySet<string>).has(id);
}

function rowOf(operation: JsonObject): Omit<OperationRow, "method" | "path"> {
  const parameters = listOf(operation["parameters"]);
  const queries = parameters.filter((parameter) => parameter["in"] === "query");
  const body = operation["requestBody"];
  const takes = isObject(body) ? (isJson(body) ? "json" : "bytes") : queries.length > 0 ? "query" : undefined;
  return {
    ...(takes && { takes }),
    answers: answersOf(operation),
    ...(parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey") && { isIdempotent: true }),
    ...(queries.some(({ name }) => name === "cursor") && { isPaged: true }),
  };
}

function answersOf({ responses }: JsonObject): OperationRow["answers"] {
  const successes = Object.entries(isObject(responses) ? responses : {}).filter(([status]) => status.startsWith("2"));
  const withContent = successes.map(([, response]) => response).filter((one) => isObject(one) && isObject(one.content));
  if (withContent.length === 0) return "nothing";
  return withContent.every((response) => isJson(response as JsonObject)) ? "json" : "stream";
}

/** Whether the content is a JSON value with a schema, and not a file of type JSON. */
function isJson({ content }: JsonObject): boolean {
  const json = isObject(content) ? content["application/json"] : undefined;
  return isObject(json) && isObject(json.schema) && json.schema.contentMediaType === undefined;
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
