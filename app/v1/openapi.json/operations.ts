import { operationOf } from "@/lib/platform/http";
import type { ApiOperation } from "@/lib/platform/http/openapi";
import type { Handlers } from "@/lib/platform/http/resource";
import type { Method } from "@/lib/platform/http/types";
import { account, session } from "../account";
import { alertPolicies } from "../alert-policies";
import { apiKeys } from "../api-keys";
import { audit, auditEvent } from "../audit";
import { auditStreams } from "../audit-streams";
import { auditVerification } from "../audit-verification";
import { evidence } from "../evidence";
import { evidenceControls } from "../evidence-controls";
import { evidenceDocuments } from "../evidence-documents";
import { integrations } from "../integrations";
import { legalHolds } from "../legal-holds";
import { members } from "../members";
import { models } from "../models";
import { notificationPreferences, notifications } from "../notifications";
import { organisation } from "../organisation";
import { otlp } from "../otlp";
import { reports } from "../reports";
import { savedViews } from "../saved-views";
import { sensors } from "../sensors";
import { shadowAi, shadowAiDetection } from "../shadow-ai";
import { shadowAiCatalogue } from "../shadow-ai-catalogue";
import { shadowAiComments } from "../shadow-ai-comments";
import { shadowAiExceptions } from "../shadow-ai-exceptions";
import { shadowAiTickets } from "../shadow-ai-tickets";
import { userPseudonyms } from "../user-pseudonyms";
import { verify } from "../verify";
import { webhooks } from "../webhooks";

/** The handlers of every path of the API, in the order of the document. */
export const routes: [path: string, handlers: Handlers][] = [
  ...Object.entries(audit),
  ...Object.entries(auditVerification),
  ...Object.entries(auditEvent),
  ...Object.entries(otlp),
  ...Object.entries(models),
  ...Object.entries(evidence),
  ...Object.entries(evidenceControls),
  ...Object.entries(evidenceDocuments),
  ...Object.entries(reports),
  ...Object.entries(shadowAi),
  ...Object.entries(shadowAiCatalogue),
  ...Object.entries(shadowAiExceptions),
  ...Object.entries(shadowAiDetection),
  ...Object.entries(shadowAiComments),
  ...Object.entries(shadowAiTickets),
  ...Object.entries(userPseudonyms),
  ...Object.entries(sensors),
  ...Object.entries(verify),
  ...Object.entries(webhooks),
  ...Object.entries(auditStreams),
  ...Object.entries(integrations),
  ...Object.entries(alertPolicies),
  ...Object.entries(legalHolds),
  ...Object.entries(apiKeys),
  ...Object.entries(members),
  ...Object.entries(account),
  ...Object.entries(notificationPreferences),
  ...Object.entries(notifications),
  ...Object.entries(organisation),
  ...Object.entries(savedViews),
  ...Object.entries(session),
];

/** The operations that a table of routes serves. */
export function operationsOf(table: [path: string, handlers: Partial<Record<string, unknown>>][]): ApiOperation[] {
  return table.flatMap(([path, handlers]) =>
    methods.flatMap((method) => {
      const route = operationOf(handlers[method]);
      return route ? [{ path, method, route }] : [];
    }),
  );
}

const methods: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
