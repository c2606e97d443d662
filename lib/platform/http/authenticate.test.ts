import { expect, test } from "vitest";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { appendEvent } from "@/lib/domains/audit-chain";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { findOrganisationsDue } from "@/lib/domains/audit-chain/checkpoints/store";
import { createTestChain } from "@/lib/domains/audit-chain/testing/chain";
import { listServedChains } from "@/lib/domains/audit-chain/verification/runs-store";
import { listOrganisationsAfter } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { isOrganisationMoving, pool } from "@/lib/platform/database/db";
import { authenticate } from "@/lib/platform/http/authenticate";
import { route, serve } from "@/lib/platform/http/route";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

async function setMove(organisationId: string, state: string): Promise<void> {
  const address = state === "MOVED" ? "https://eu.audit.example" : null;
  await pool().query("INSERT INTO organisation_moves (organisation_id, state, address) VALUES ($1, $2, $3)", [
    organisationId,
    state,
    address,
  ]);
}

/** The responses to requests of an organisation in this state: the error, or `accepted`. */
async function responses(state: string) {
  const ctx = await createTestContext(systemClock);
  const { key } = await createApiKey(ctx, { name: "Test", scopes: ["admin"] });
  await setMove(ctx.organisation.id, state);
  const headers = new Headers({ authorization: `Bearer ${key}` });
  const answer = (method: string) =>
    authenticate({ method, headers }).then(
      () => "accepted",
      (error: unknown) => (error instanceof ServiceError ? error : Promise.reject(error)),
    );
  return { read: await answer("GET"), write: await answer("POST") };
}

const rejected = { code: "unavailable", headers: { "Retry-After": "10" } };

test.each(["CLOSING", "STOPPED"])(
  "an organisation in state %s can be read, and writes return a retryable error",
  async (state) => {
    expect(await responses(state)).toMatchObject({ read: "accepted", write: rejected });
  },
);

test("an organisation that is being moved here is not served yet", async () => {
  expect(await responses("ARRIVING")).toMatchObject({ read: rejected, write: rejected });
});

test("an organisation that has moved is served at the new address", async () => {
  const moved = { code: "unavailable", members: { movedTo: "https://eu.audit.example" } };
  expect(await responses("MOVED")).toMatchObject({ read: moved, write: moved });
});

test("rejected requests of an organisation that is being moved are not counted as service errors", async () => {
  const ctx = await createTestContext(systemClock);
  const { key } = await createApiKey(ctx, { name: "Test", scopes: ["admin"] });
  await setMove(ctx.organisation.id, "MOVED");
  const options = { summary: "Read", limit: "unlimited" } as const;
  const stopped = () => Promise.reject(Object.assign(new Error("stopped by the trigger"), { code: "GAM01" }));
  for (const operation of [
    route({ ...options, scope: "admin", handler: () => undefined }),
    route({ ...options, scope: "public", handler: stopped }),
  ]) {
    const headers = { authorization: `Bearer ${key}` };
    const request = new Request("https://example.test/v1/things", { headers });
    const response = await serve(operation, "GET /v1/things")(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(503);
  }
  const { values } = await metrics().requestSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  expect(counts).toMatchObject([{ labels: { operation: "moved", status: "503" }, value: 2 }]);
});

test.each(["STOPPED", "ARRIVING", "MOVED"])(
  "nothing is written for an organisation in state %s, and jobs skip it",
  async (state) => {
    const { ctx, modelId } = await createTestChain();
    const { id } = ctx.organisation;
    const event = { modelId, eventType: "INFERENCE" as const, severity: "INFO" as const, payload: {}, tags: [] };
    await appendEvent(ctx, event);
    await setMove(id, state);
    for (const attempt of [
      () => appendEvent(ctx, event),
      () => issueCheckpoint(id, systemClock),
      () => pool().query("INSERT INTO log_sources (id, organisation_id, name) VALUES ('x', $1, 'x')", [id]),
    ])
      expect(isOrganisationMoving(await attempt().catch((error: unknown) => error))).toBe(true);
    const { rowCount } = await pool().query("UPDATE models SET name = 'changed' WHERE organisation_id = $1", [id]);
    expect(rowCount).toBe(0);
    expect(await findOrganisationsDue("", 1_000)).not.toContain(id);
    expect(await listServedChains("", 1_000)).not.toContain(id);
    expect((await listOrganisationsAfter("", 1_000)).map((one) => one.id)).not.toContain(id);
  },
);
