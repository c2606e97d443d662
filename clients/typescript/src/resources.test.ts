import { expect, test } from "vitest";
import { operationTable } from "./generated/operation-table";
import { GovernanceClient } from "./index";
import { harmless, resourceTable } from "./resources";

const named = Object.values(resourceTable).flatMap((members) => Object.values<string>(members));

test("every operation of the document has one name in the client", () => {
  expect([...named].sort()).toEqual(Object.keys(operationTable).sort());
});

test("OTLP operations are excluded, because OpenTelemetry's SDKs send them", () => {
  expect(Object.values(operationTable).filter(({ path }) => path.startsWith("/v1/otlp"))).toEqual([]);
});

test("the client has a member for every resource, with all its operations", () => {
  const client = new GovernanceClient({ baseUrl: "https://audit.example.com" });
  for (const [resource, members] of Object.entries(resourceTable)) {
    for (const member of Object.keys(members)) expect(client).toHaveProperty([resource, member], expect.any(Function));
  }
});

test("operations with an idempotency key are not listed as safe to repeat", () => {
  const rows = operationTable as Record<string, { method: string; isIdempotent?: true; isRepeatable?: true }>;
  for (const name of harmless) expect(rows[name]).toMatchObject({ method: "POST" });
  expect([...harmless].filter((name) => rows[name]?.isIdempotent || !rows[name]?.isRepeatable)).toEqual([]);
});
