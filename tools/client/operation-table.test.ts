import { expect, test } from "vitest";
import { openApiDocument } from "@/app/v1/openapi.json/document";
import { operationTable } from "./operation-table";

const table = operationTable(openApiDocument());

test.each<[string, object]>([
  ["appendAuditEvent", { method: "POST", path: "/v1/audit", takes: "json", answers: "json", isIdempotent: true }],
  ["listAuditEvents", { method: "GET", path: "/v1/audit", takes: "query", answers: "json", isPaged: true }],
  ["getAuditEvent", { method: "GET", path: "/v1/audit/{id}", answers: "json" }],
  ["exportAuditEvents", { method: "GET", path: "/v1/audit/export", takes: "query", answers: "stream" }],
  ["getAuditCheckpoint", { method: "GET", path: "/v1/audit/checkpoint", takes: "query", answers: "json" }],
  [
    "getEvidencePackageDownload",
    { method: "GET", path: "/v1/evidence/{id}/download", takes: "query", answers: "stream" },
  ],
  ["createSensorObservation", { method: "POST", path: "/v1/sensors/observations", takes: "bytes", answers: "json" }],
  ["deleteWebhookEndpoint", { method: "DELETE", path: "/v1/webhooks/{id}", answers: "nothing" }],
])("%s is what its declaration says", (name, row) => {
  expect(table[name]).toEqual(row);
});
