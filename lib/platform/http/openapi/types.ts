import type { Method, Route } from "@/lib/platform/http/types";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/**
 * An operation with its method and path. `path` starts with `/v1` and has its parameters in braces, as in `resource()`.
 */
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
  /** The base URL of the API, without `/v1`. By default, the origin of the document. */
  origin?: string | undefined;
}

/** The parts of an OpenAPI 3.1 document that this builder writes. */
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
