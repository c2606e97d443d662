import { operationOf } from "@/lib/http";
import type { ApiOperation } from "@/lib/http/openapi";
import type { Method } from "@/lib/http/types";
import * as apiKeyRotation from "../api-keys/[id]/rotate/route";
import * as apiKey from "../api-keys/[id]/route";
import * as apiKeys from "../api-keys/route";
import * as auditEvent from "../audit/[id]/route";
import * as auditBatch from "../audit/batch/route";
import * as auditExport from "../audit/export/route";
import * as audit from "../audit/route";
import * as auditVerification from "../audit/verify/route";
import * as model from "../models/[id]/route";
import * as models from "../models/route";

/** Every route of the API with its path; a test holds the table against the folders. Its order is the document's. */
export const routes: [path: string, module: object][] = [
  ["/v1/audit", audit],
  ["/v1/audit/batch", auditBatch],
  ["/v1/audit/export", auditExport],
  ["/v1/audit/verify", auditVerification],
  ["/v1/audit/{id}", auditEvent],
  ["/v1/models", models],
  ["/v1/models/{id}", model],
  ["/v1/api-keys", apiKeys],
  ["/v1/api-keys/{id}", apiKey],
  ["/v1/api-keys/{id}/rotate", apiKeyRotation],
];

/** The operations that a table of routes serves. */
export function operationsOf(table: [path: string, module: object][]): ApiOperation[] {
  return table.flatMap(([path, module]) =>
    methods.flatMap((method) => {
      const operation = operationOf((module as Record<string, unknown>)[method]);
      return operation ? [{ path, method, route: operation }] : [];
    }),
  );
}

const methods: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
