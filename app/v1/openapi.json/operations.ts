import { operationOf } from "@/lib/http";
import type { ApiOperation } from "@/lib/http/openapi";
import type { Method } from "@/lib/http/types";
import * as apiKeyRotation from "../api-keys/[id]/rotate/route";
import * as apiKey from "../api-keys/[id]/route";
import * as apiKeys from "../api-keys/route";
import * as auditProof from "../audit/[id]/proof/route";
import * as auditEvent from "../audit/[id]/route";
import * as auditBatch from "../audit/batch/route";
import * as auditCheckpoint from "../audit/checkpoint/route";
import * as auditConsistency from "../audit/consistency/route";
import * as auditExport from "../audit/export/route";
import * as audit from "../audit/route";
import * as chainVerification from "../audit/verifications/[id]/route";
import * as auditVerification from "../audit/verify/route";
import * as chainVerifying from "../audit/verify-chain/route";
import * as evidenceDownload from "../evidence/[id]/download/route";
import * as evidenceDownloadUrl from "../evidence/[id]/download-url/route";
import * as evidencePackage from "../evidence/[id]/route";
import * as evidenceVerification from "../evidence/[id]/verify/route";
import * as evidenceGeneration from "../evidence/generate/route";
import * as evidence from "../evidence/route";
import * as model from "../models/[id]/route";
import * as models from "../models/route";
import * as sensorImport from "../sensors/imports/[id]/route";
import * as sensorImports from "../sensors/imports/route";
import * as sensorObservations from "../sensors/observations/route";
import * as sensorSources from "../sensors/sources/route";
import * as shadowAiDetection from "../shadow-ai/[id]/route";
import * as shadowAiBulk from "../shadow-ai/bulk/route";
import * as shadowAiExplanation from "../shadow-ai/catalogue/explain/route";
import * as shadowAiOverride from "../shadow-ai/catalogue/overrides/[host]/route";
import * as shadowAiCatalogue from "../shadow-ai/catalogue/route";
import * as shadowAiDetections from "../shadow-ai/detections/route";
import * as shadowAiSettings from "../shadow-ai/settings/route";
import * as shadowAiStats from "../shadow-ai/stats/route";
import * as publicVerification from "../verify/[packageHash]/route";
import * as publicKey from "../verify/keys/[file]/route";
import * as publicKeys from "../verify/keys/route";
import * as webhookRedelivery from "../webhooks/[id]/deliveries/[deliveryId]/redeliver/route";
import * as webhookDelivery from "../webhooks/[id]/deliveries/[deliveryId]/route";
import * as webhookDeliveries from "../webhooks/[id]/deliveries/route";
import * as webhookRecovery from "../webhooks/[id]/recover/route";
import * as webhookSecretRotation from "../webhooks/[id]/rotate-secret/route";
import * as webhook from "../webhooks/[id]/route";
import * as webhookTest from "../webhooks/[id]/test/route";
import * as webhooks from "../webhooks/route";

/** Every route of the API with its path; a test holds the table against the folders. Its order is the document's. */
export const routes: [path: string, module: object][] = [
  ["/v1/audit", audit],
  ["/v1/audit/batch", auditBatch],
  ["/v1/audit/export", auditExport],
  ["/v1/audit/verify", auditVerification],
  ["/v1/audit/verify-chain", chainVerifying],
  ["/v1/audit/verifications/{id}", chainVerification],
  ["/v1/audit/checkpoint", auditCheckpoint],
  ["/v1/audit/consistency", auditConsistency],
  ["/v1/audit/{id}", auditEvent],
  ["/v1/audit/{id}/proof", auditProof],
  ["/v1/models", models],
  ["/v1/models/{id}", model],
  ["/v1/evidence/generate", evidenceGeneration],
  ["/v1/evidence", evidence],
  ["/v1/evidence/{id}", evidencePackage],
  ["/v1/evidence/{id}/verify", evidenceVerification],
  ["/v1/evidence/{id}/download-url", evidenceDownloadUrl],
  ["/v1/evidence/{id}/download", evidenceDownload],
  ["/v1/shadow-ai/detections", shadowAiDetections],
  ["/v1/shadow-ai/stats", shadowAiStats],
  ["/v1/shadow-ai/bulk", shadowAiBulk],
  ["/v1/shadow-ai/settings", shadowAiSettings],
  ["/v1/shadow-ai/catalogue", shadowAiCatalogue],
  ["/v1/shadow-ai/catalogue/explain", shadowAiExplanation],
  ["/v1/shadow-ai/catalogue/overrides/{host}", shadowAiOverride],
  ["/v1/shadow-ai/{id}", shadowAiDetection],
  ["/v1/sensors/observations", sensorObservations],
  ["/v1/sensors/sources", sensorSources],
  ["/v1/sensors/imports", sensorImports],
  ["/v1/sensors/imports/{id}", sensorImport],
  ["/v1/verify/{packageHash}", publicVerification],
  ["/v1/verify/keys", publicKeys],
  ["/v1/verify/keys/{file}", publicKey],
  ["/v1/webhooks", webhooks],
  ["/v1/webhooks/{id}", webhook],
  ["/v1/webhooks/{id}/rotate-secret", webhookSecretRotation],
  ["/v1/webhooks/{id}/test", webhookTest],
  ["/v1/webhooks/{id}/recover", webhookRecovery],
  ["/v1/webhooks/{id}/deliveries", webhookDeliveries],
  ["/v1/webhooks/{id}/deliveries/{deliveryId}", webhookDelivery],
  ["/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", webhookRedelivery],
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
