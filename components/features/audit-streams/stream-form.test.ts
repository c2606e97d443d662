import { expect, test } from "vitest";
import { AuditStream, CreateAuditStream, UpdateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { formOf, problemsOf, toInput } from "./stream-form";

const at = "2026-01-31T12:00:00.000Z";

const stream = AuditStream.parse({
  id: "str_01kahbc2g8m9n4q6r1s7t3v5wx",
  name: "Splunk",
  url: "https://splunk.example.com/in",
  filter: { eventTypes: ["ALERT"], modelIds: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"], minSeverity: "HIGH" },
  hasAuthorization: true,
  maxEvents: 7,
  maxBytes: 100_000,
  maxDelaySeconds: 0,
  compression: "none",
  status: "ACTIVE",
  disabledReason: null,
  position: 1,
  positionAt: at,
  headPosition: 1,
  lag: { events: 0, oldestReceivedAt: null },
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastDeliveredAt: null,
  lastError: null,
  lastStatusCode: null,
  previousSecretExpiresAt: null,
  createdAt: at,
  updatedAt: at,
});

test("an untouched form changes neither the settings nor the authorization of its stream", () => {
  const { filter, name, url, maxEvents, maxBytes, maxDelaySeconds, compression } = stream;
  const input = UpdateAuditStream.parse(toInput(formOf(stream)));
  expect(input).toEqual({ name, url, filter, maxEvents, maxBytes, maxDelaySeconds, compression });
});

test("a new stream starts with the defaults of the service", () => {
  const form = { ...formOf(undefined), name: " Splunk ", url: "https://splunk.example.com/in" };
  const defaults = CreateAuditStream.parse({ name: "Splunk", url: form.url });
  expect(CreateAuditStream.parse(toInput(form))).toEqual(defaults);
});

test("a stream requires a name and a URL", () => {
  expect(Object.keys(problemsOf(formOf(undefined)))).toEqual(["name", "url"]);
  expect(problemsOf(formOf(stream))).toEqual({});
});
