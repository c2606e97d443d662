import { expect, test } from "vitest";
import type { z } from "zod";
import { CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { CreateApiKey } from "@/lib/domains/api-keys/schemas";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { EraseContent } from "@/lib/domains/erasure/schemas";
import { GenerateEvidence } from "@/lib/domains/evidence/schemas";
import { SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import { CreateIntegration } from "@/lib/domains/integrations/schemas";
import { PlaceLegalHold } from "@/lib/domains/legal-holds/schemas";
import { InviteMember, UpdateAccount } from "@/lib/domains/members/schemas";
import { RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { CreateTelemetryRule } from "@/lib/domains/opentelemetry/schemas";
import { UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { CreateReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { CreateSavedView } from "@/lib/domains/saved-views/schemas";
import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { CreateWebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { validate } from "@/lib/platform/http/validate";

const hidden = "Credit\u202escoring";

test.each<[string, z.ZodType, unknown, string]>([
  ["a model", RegisterModel, { name: hidden }, "name"],
  ["a model's version", UpdateModel, { version: hidden }, "version"],
  ["a model's provider", UpdateModel, { provider: hidden }, "provider"],
  ["a model's description", UpdateModel, { description: hidden }, "description"],
  ["an organisation", UpdateOrganisation, { name: hidden }, "name"],
  ["a member", InviteMember, { name: hidden }, "name"],
  ["a user", UpdateAccount, { name: hidden }, "name"],
  ["an API key", CreateApiKey, { name: hidden }, "name"],
  ["a webhook endpoint", CreateWebhookEndpoint, { description: hidden }, "description"],
  ["an audit stream", CreateAuditStream, { name: hidden }, "name"],
  ["an integration", CreateIntegration, { name: hidden }, "name"],
  ["an alert policy", CreateAlertPolicy, { name: hidden }, "name"],
  ["a telemetry rule", CreateTelemetryRule, { service: hidden }, "service"],
  ["a legal hold", PlaceLegalHold, { name: hidden }, "name"],
  ["an erasure", EraseContent, { reference: hidden }, "reference"],
  ["a package's recipient", GenerateEvidence, { recipientName: hidden }, "recipientName"],
  ["an evidence document", SupplyDocument, { title: hidden }, "title"],
  ["a report schedule", CreateReportSchedule, { name: hidden }, "name"],
  ["a saved view", CreateSavedView, { name: hidden }, "name"],
  ["a provider of the catalogue", CatalogueOverride, { provider: { id: "x", name: hidden } }, "provider.name"],
  ["a department", ShadowAiSettings, { departments: [{ name: hidden, ranges: [] }] }, "departments[0].name"],
  ["an event's tag", AppendEvent, { tags: ["prod", hidden] }, "tags[1]"],
  ["an event's actor", AppendEvent, { actor: { type: "USER", id: hidden } }, "actor.id"],
  ["an actor's name", AppendEvent, { actor: { type: "USER", id: "a", displayName: hidden } }, "actor.displayName"],
])("the name of %s cannot have hidden characters, and the error has its path", (_, schema, body, path) => {
  const message = "must not contain control, bidirectional or zero-width characters";
  expect(() => validate(schema, body)).toThrow(
    expect.objectContaining({ details: expect.arrayContaining([{ path, message }]) }),
  );
});
