import type { Method, Route } from "@/lib/platform/http/types";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** Where an operation is served: `path` as in `resource()`, from `/v1` on, its parameters in braces. */
export interface ApiOperation {
  path: string;
  method: Method;
  route: Route;
}

/** Information about the API. */
export interface ApiInfo {
  title: string;
  version: string;
  summary: string;
  description: string;
  /** Where the API is, up to but without `/v1`; left out, it is wherever the document is. */
  origin?: string | undefined;
}

/** An OpenAPI 3.1 document, as far as this builder writes one. */
export interface OpenApiDocument {
  openapi: string;
  info: JsonObject;
  servers: JsonObject[];
  tags: JsonObject[];
  security: JsonObject[];
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, JsonObject>;
  components: Record<
    "schemas" | "responses" | "headers" | "parameters" | "securitySchemes",
    Record<string, JsonObject>
  >;
}

/** The object without the members that are undefined. */
export function defined(members: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
