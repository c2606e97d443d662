import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { type DetectionStatus, detectionStatuses } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetectionDetail, ShadowAiDetectionList, ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import type { UpdatedDetection, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import type { Api } from "../support/api";
import { makeDetection, makeDetections } from "../support/detections";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

const day = 86_400_000;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const at = (id: string) => `/v1/shadow-ai/${id}`;
const read = (api: Api, id: string) => api.get<ShadowAiDetectionDetail>(at(id));
const patch = (api: Api, id: string, body: unknown, headers?: Record<string, string>) =>
  api.patch<UpdatedDetection & { error?: string }>(at(id), body, headers);
const find = (api: Api, query = "") => api.get<ShadowAiDetectionList>(`/v1/shadow-ai/detections${query}`);

/** Events about a detection, oldest first. */
async function eventsAbout(api: Api, id: string): Promise<AuditEvent[]> {
  const { timeline } = (await read(api, id)).body;
  return (await api.get<{ data: AuditEvent[] }>(`${timeline.auditEvents}&limit=100`)).body.data.reverse();
}

/** A request body for a status. */
const asksFor: Record<DetectionStatus, Record<string, unknown>> = {
  OPEN: { status: "OPEN" },
  INVESTIGATING: { status: "INVESTIGATING" },
  RESOLVED: { status: "RESOLVED", resolution: "STOPPED" },
  DISMISSED: { status: "DISMISSED", notes: "A duplicate." },
};

/** The contract: the transitions of each status, and how a new detection reaches it. */
const machine: Record<DetectionStatus, { leadsTo: DetectionStatus[]; way: DetectionStatus[] }> = {
  OPEN: { leadsTo: ["INVESTIGATING"], way: [] },
  INVESTIGATING: { leadsTo: ["RESOLVED", "DISMISSED"], way: ["INVESTIGATING"] },
  RESOLVED: { leadsTo: ["INVESTIGATING"], way: ["INVESTIGATING", "RESOLVED"] },
  DISMISSED: { leadsTo: ["INVESTIGATING"], way: ["INVESTIGATING", "DISMISSED"] },
};

for (const from of detectionStatuses) {
  test(`a detection that is ${from} allows exactly the documented transitions`, async ({ organisation }) => {
    const { api } = organisation;
    for (const to of detectionStatuses) {
      const { id } = await makeDetection(organisation);
      for (const step of machine[from].way) expect((await patch(api, id, asksFor[step])).status).toBe(200);
      const before = await read(api, id);
      const answer = await patch(api, id, asksFor[to]);
      const after = await read(api, id);
      if (to === from) {
        expect(answer.status, `${from} to ${to}`).toBe(200);
        expect(after.body).toEqual(before.body);
      } else if (machine[from].leadsTo.includes(to)) {
        expect(answer, `${from} to ${to}`).toMatchObject({ status: 200, body: { id, status: to } });
        expect(after.body).toMatchObject({ status: to, verified: true });
        expect(after.body.resolvedAt === null).toBe(to !== "RESOLVED");
      } else {
        const details = machine[from].leadsTo.map((target) => ({ path: "status", message: `can change to ${target}` }));
        expect(answer, `${from} to ${to}`).toMatchObject({
          status: 409,
          body: { error: "invalid_transition", details },
        });
        expect(after.body).toEqual(before.body);
      }
    }
    await expectIntactChain(api);
  });
}

test("the chain records each step of a detection, without personal data", async ({ organisation }) => {
  const { api } = organisation;
  const model = await organisation.model();
  const { id } = await makeDetection(organisation);
  await patch(api, id, { status: "INVESTIGATING", assignedTo: "ada@example.com", notes: "Bob Miller uses it." });
  const resolved = await patch(api, id, { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: model.id });
  expect(resolved.body).toEqual({
    id,
    status: "RESOLVED",
    assignedTo: "ada@example.com",
    assigneeIsMember: false,
    notes: "Bob Miller uses it.",
    updatedAt: expect.stringMatching(iso),
    resolution: "ONBOARDED",
    resolvedModelId: model.id,
    resolvedAt: expect.stringMatching(iso),
    exceptionExpiresAt: null,
  });
  const events = await eventsAbout(api, id);
  expect(events.map(({ eventType, modelId, payload }) => [eventType, modelId, payload?.status])).toEqual([
    ["SHADOW_AI_DETECTED", organisation.systemModelId, "OPEN"],
    ["HUMAN_REVIEW", organisation.systemModelId, "INVESTIGATING"],
    ["HUMAN_REVIEW", organisation.systemModelId, "RESOLVED"],
    ["HUMAN_REVIEW", model.id, "RESOLVED"],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/ada@|Miller/);
  await expectIntactChain(api);
});

test("if two analysts use the same ETag, the second is rejected and gets the current version", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id } = await makeDetection(organisation);
  const etag = (await read(api, id)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  const answers = await Promise.all(
    ["ada@example.com", "bob@example.com"].map((assignedTo) =>
      patch(api, id, { status: "INVESTIGATING", assignedTo }, { "If-Match": etag }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  const refused = answers.find(({ status }) => status === 412);
  const current = await read(api, id);
  expect(refused?.body.error).toBe("precondition_failed");
  expect(refused?.headers.get("etag")).toBe(current.headers.get("etag"));
  const kept = answers.find(({ status }) => status === 200);
  expect(kept?.headers.get("etag")).toBe(current.headers.get("etag"));
  expect(current.body.assignedTo).toBe(kept?.body.assignedTo);
  const again = { "If-Match": current.headers.get("etag") ?? "" };
  expect(await patch(api, id, { assignedTo: null }, again)).toMatchObject({ status: 200 });
});

test("an exception requires a justification, and lasts 90 days by default", async ({ organisation }) => {
  const { api } = organisation;
  const exception = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION" };
  const { id } = await makeDetection(organisation, { since: { status: "INVESTIGATING" } });
  expect(await patch(api, id, exception)).toMatchObject({ status: 400, body: { details: [{ path: "notes" }] } });
  const { body } = await patch(api, id, { ...exception, notes: "A trial." });
  expect(Date.parse(body.exceptionExpiresAt ?? "") - Date.parse(body.resolvedAt ?? "")).toBe(90 * day);
  expect(await patch(api, id, { notes: null })).toMatchObject({ status: 400, body: { details: [{ path: "notes" }] } });
  await patch(api, id, { status: "INVESTIGATING" });
  const exceptionExpiresAt = new Date(Date.now() + 364 * day).toISOString();
  expect(await patch(api, id, { ...exception, exceptionExpiresAt })).toMatchObject({
    status: 200,
    body: { exceptionExpiresAt },
  });
});

test("a model of another organisation does not cover usage in this one", async ({
  organisation,
  otherOrganisation,
}) => {
  const foreign = await otherOrganisation.model();
  const { id } = await makeDetection(organisation, { since: { status: "INVESTIGATING" } });
  const body = { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: foreign.id };
  expect(await patch(organisation.api, id, body)).toMatchObject({
    status: 422,
    body: { error: "model_not_registered", details: [{ path: "resolvedModelId" }] },
  });
});

test("the list has pages, filters and totals", async ({ organisation }) => {
  const { api } = organisation;
  const made = await makeDetections(organisation, [
    { since: { status: "INVESTIGATING", assignedTo: "ada@example.com" } },
    { opened: { provider: "Anthropic", endpoint: "claude.ai", severity: "CRITICAL" } },
    {},
    { opened: { source: "DNS" } },
  ]);
  const ids = made.map(({ id }) => id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await find(api, `?limit=3${cursor === undefined ? "" : `&cursor=${cursor}`}`);
    expect(body.pagination).toMatchObject({ total: 4, limit: 3, offset: seen.length });
    expect(body.summary).toEqual({ open: 3, investigating: 1, resolved: 0, dismissed: 0 });
    seen.push(...body.data.map(({ id }) => id));
    cursor = body.pagination.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(ids);

  const of = async (query: string) => (await find(api, query)).body.data.map(({ id }) => ids.indexOf(id));
  expect(await of("?status=INVESTIGATING")).toEqual([0]);
  expect(await of("?severity=CRITICAL")).toEqual([1]);
  expect(await of("?provider=Anthropic")).toEqual([1]);
  expect(await of("?source=DNS")).toEqual([3]);
  expect(await of("?assignedTo=ada@example.com")).toEqual([0]);
  expect(await of("?q=CLAUDE")).toEqual([1]);
  expect(await of(`?to=${new Date(Date.now() - day).toISOString()}`)).toEqual([]);
  const { summary, pagination } = (await find(api, "?provider=OpenAI&status=OPEN")).body;
  expect([pagination.total, summary]).toEqual([2, { open: 2, investigating: 1, resolved: 0, dismissed: 0 }]);
});

test("a bulk change applies to each detection independently", async ({ organisation, otherOrganisation }) => {
  const { api } = organisation;
  const foreign = await makeDetection(otherOrganisation);
  const [open, investigated] = await makeDetections(organisation, [{}, { since: { status: "INVESTIGATING" } }]);
  const ids = [open?.id ?? "", foreign.id, investigated?.id ?? ""];
  const change = { status: "DISMISSED", notes: "Out of scope." };
  const { status, body } = await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { ids, change });
  expect([status, body.updated, body.failed]).toEqual([200, 1, 2]);
  expect(body.results.map((result) => ("error" in result ? result.error : result.status))).toEqual([
    "invalid_transition",
    "not_found",
    "DISMISSED",
  ]);
  const bulk = (expectedCount: number) =>
    api.post("/v1/shadow-ai/bulk", { filter: { status: "OPEN" }, expectedCount, change: { status: "INVESTIGATING" } });
  expect(await bulk(2)).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect(await bulk(1)).toMatchObject({ status: 200, body: { updated: 1 } });
  expect((await read(otherOrganisation.api, foreign.id)).body).toMatchObject({ status: "OPEN", notes: null });
  await expectIntactChain(api);
});

test("the statistics have the members defined in the specification", async ({ organisation }) => {
  await makeDetections(organisation, [
    { opened: { severity: "HIGH", monthlyCostCents: 12_345 } },
    { opened: { provider: "Anthropic", endpoint: "claude.ai", registered: true }, since: { status: "INVESTIGATING" } },
  ]);
  const { status, body } = await organisation.api.get<ShadowAiStats>("/v1/shadow-ai/stats");
  expect(status).toBe(200);
  expect(body).toEqual({
    summary: {
      openDetections: 1,
      investigatingDetections: 1,
      resolvedThisMonth: 0,
      totalExternalAiEndpointsDetected: 2,
      estimatedMonthlySpendUSD: 141.45,
      estimatedPiiExposureRisk: "HIGH",
    },
    providers: [
      { name: "Anthropic", detections: 1, callVolume: 400, registered: 1 },
      { name: "OpenAI", detections: 1, callVolume: 400, registered: 0 },
    ],
    trend: { detectionsLast30Days: expect.any(Array) },
  });
  const days = body.trend.detectionsLast30Days;
  expect(days).toHaveLength(30);
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).sort());
});

test("a row edited outside the service fails verification with one finding", async ({ organisation, database }) => {
  const { api } = organisation;
  const [edited, other] = await makeDetections(organisation, [{}, {}]);
  const id = edited?.id ?? "";
  await database.owner.query("UPDATE shadow_ai_detections SET severity = 'INFO' WHERE id = $1", [id]);
  for (let times = 0; times < 3; times++) expect((await read(api, id)).body.verified).toBe(false);
  expect((await read(api, other?.id ?? "")).body.verified).toBe(true);
  const [event] = await eventsAbout(api, id);
  const findings = async () => {
    const { rows } = await database.owner.query<{ event_id: string; code: string }>(
      "SELECT event_id, code FROM integrity_findings WHERE organisation_id = $1",
      [organisation.id],
    );
    return rows;
  };
  expect(await findings()).toEqual([{ event_id: event?.id, code: "detection_mismatch" }]);
});
