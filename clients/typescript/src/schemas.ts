import type { components } from "./generated/api";

/** The shapes of the API by their names in its OpenAPI document: `Schemas["AuditEvent"]`. */
export type Schemas = components["schemas"];
