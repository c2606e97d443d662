import { operationOf } from "@/lib/platform/http";
import type { ApiOperation } from "@/lib/platform/http/openapi";
import type { Method } from "@/lib/platform/http/types";
import { account, session } from "../account";
import { alertPolicies } from "../alert-policies";
import { apiKeys } from "../api-keys";
import * as auditErasure from "../audit/[id]/erasure/route";
import * as auditNeighbours from "../audit/[id]/neighbours/route";
import * as auditProof from "../audit/[id]/proof/route";
import * as auditEvent from "../audit/[id]/route";
import * as auditBatch from "../audit/batch/route";
import * as auditCheckpoint from "../audit/checkpoint/route";
import * as auditConsistency from "../audit/consistency/route";
import * as auditExport from "../audit/export/route";
import * as findingConfirmation from "../audit/findings/[id]/resolution/confirm/route";
import * as findingRejection from "../audit/findings/[id]/resolution/reject/route";
import * as findingResolution from "../audit/findings/[id]/resolution/route";
import * as auditFindings from "../audit/findings/route";
import * as audit from "../audit/route";
import * as auditStream from "../audit/stream/route";
import * as chainVerification from "../audit/verifications/[id]/route";
import * as auditVerification from "../audit/verify/route";
import * as chainVerifying from "../audit/verify-chain/route";
import { auditStreams } from "../audit-streams";
import { evidence } from "../evidence";
import { integrations } from "../integrations";
import * as legalHoldRelease from "../legal-holds/[id]/release/route";
import * as legalHold from "../legal-holds/[id]/route";
import * as legalHolds from "../legal-holds/route";
import { members } from "../members";
import { models } from "../models";
import { organisation } from "../organisation";
import { reports } from "../reports";
import { savedViews } from "../saved-views";
import * as sensorImport from "../sensors/imports/[id]/route";
import * as sensorImports from "../sensors/imports/route";
import * as sensorObservations from "../sensors/observations/route";
import * as sensorSources from "../sensors/sources/route";
import * as shadowAiExceptionRequest from "../shadow-ai/[id]/exception-request/route";
import * as shadowAiDetection from "../shadow-ai/[id]/route";
import * as shadowAiSimilar from "../shadow-ai/[id]/similar/route";
import * as shadowAiUndo from "../shadow-ai/[id]/undo/route";
import * as shadowAiAssignees from "../shadow-ai/assignees/route";
import * as shadowAiBulkUndo from "../shadow-ai/bulk/[operationId]/undo/route";
import * as shadowAiBulk from "../shadow-ai/bulk/route";
import * as shadowAiExplanation from "../shadow-ai/catalogue/explain/route";
import * as shadowAiOverride from "../shadow-ai/catalogue/overrides/[host]/route";
import * as shadowAiCatalogue from "../shadow-ai/catalogue/route";
import * as shadowAiDetections from "../shadow-ai/detections/route";
import * as shadowAiApproval from "../shadow-ai/exceptions/[id]/approve/route";
import * as shadowAiRejection from "../shadow-ai/exceptions/[id]/reject/route";
import * as shadowAiWithdrawal from "../shadow-ai/exceptions/[id]/withdraw/route";
import * as shadowAiExceptions from "../shadow-ai/exceptions/route";
import * as shadowAiSettings from "../shadow-ai/settings/route";
import * as shadowAiStats from "../shadow-ai/stats/route";
import * as publicVerification from "../verify/[packageHash]/route";
import * as publicKey from "../verify/keys/[file]/route";
import * as publicKeys from "../verify/keys/route";
import { webhooks } from "../webhooks";
/** The handlers of every path of the API, in the order of the document. */
export const routes: [path: string, module: object][] = [
  ["/v1/audit", audit],
  ["/v1/audit/batch", auditBatch],
  ["/v1/audit/export", auditExport],
  ["/v1/audit/stream", auditStream],
  ["/v1/audit/verify", auditVerification],
  ["/v1/audit/verify-chain", chainVerifying],
  ["/v1/audit/verifications/{id}", chainVerification],
  ["/v1/audit/findings", auditFindings],
  ["/v1/audit/findings/{id}/resolution", findingResolution],
  ["/v1/audit/findings/{id}/resolution/confirm", findingConfirmation],
  ["/v1/audit/findings/{id}/resolution/reject", findingRejection],
  ["/v1/audit/checkpoint", auditCheckpoint],
  ["/v1/audit/consistency", auditConsistency],
  ["/v1/audit/{id}", auditEvent],
  ["/v1/audit/{id}/proof", auditProof],
  ["/v1/audit/{id}/neighbours", auditNeighbours],
  ["/v1/audit/{id}/erasure", auditErasure],
  ...Object.entries(models),
  ...Object.entries(evidence),
  ...Object.entries(reports),
  ["/v1/shadow-ai/detections", shadowAiDetections],
  ["/v1/shadow-ai/stats", shadowAiStats],
  ["/v1/shadow-ai/assignees", shadowAiAssignees],
  ["/v1/shadow-ai/bulk", shadowAiBulk],
  ["/v1/shadow-ai/bulk/{operationId}/undo", shadowAiBulkUndo],
  ["/v1/shadow-ai/settings", shadowAiSettings],
  ["/v1/shadow-ai/catalogue", shadowAiCatalogue],
  ["/v1/shadow-ai/catalogue/explain", shadowAiExplanation],
  ["/v1/shadow-ai/catalogue/overrides/{host}", shadowAiOverride],
  ["/v1/shadow-ai/exceptions", shadowAiExceptions],
  ["/v1/shadow-ai/exceptions/{id}/approve", shadowAiApproval],
  ["/v1/shadow-ai/exceptions/{id}/reject", shadowAiRejection],
  ["/v1/shadow-ai/exceptions/{id}/withdraw", shadowAiWithdrawal],
  ["/v1/shadow-ai/{id}", shadowAiDetection],
  ["/v1/shadow-ai/{id}/similar", shadowAiSimilar],
  ["/v1/shadow-ai/{id}/undo", shadowAiUndo],
  ["/v1/shadow-ai/{id}/exception-request", shadowAiExceptionRequest],
  ["/v1/sensors/observations", sensorObservations],
  ["/v1/sensors/sources", sensorSources],
  ["/v1/sensors/imports", sensorImports],
  ["/v1/sensors/imports/{id}", sensorImport],
  ["/v1/verify/{packageHash}", publicVerification],
  ["/v1/verify/keys", publicKeys],
  ["/v1/verify/keys/{file}", publicKey],
  ...Object.entries(webhooks),
  ...Object.entries(auditStreams),
  ...Object.entries(integrations),
  ...Object.entries(alertPolicies),
  ["/v1/legal-holds", legalHolds],
  ["/v1/legal-holds/{id}", legalHold],
  ["/v1/legal-holds/{id}/release", legalHoldRelease],
  ...Object.entries({ ...apiKeys, ...members, ...account, ...organisation, ...savedViews, ...session }),
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
