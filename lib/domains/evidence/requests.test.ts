import { beforeAll, describe, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain";
import { renewDownloadUrl } from "@/lib/domains/evidence/download";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { failPackage } from "@/lib/domains/evidence/package-changes";
import { getPackage, listPackages } from "@/lib/domains/evidence/packages";
import { estimate, generatePackage, previewPackage } from "@/lib/domains/evidence/request-package";
import type { ListEvidence } from "@/lib/domains/evidence/schemas";
import { examplePackage } from "@/lib/domains/evidence/schemas-examples";
import {
  createRequester,
  issuePackage,
  january,
  packageEvents,
  type Requester,
  requestOf,
  requestPackage,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { verifyPackage } from "@/lib/domains/evidence/verify-package";
import { listModels } from "@/lib/domains/models";
import { outboxOf } from "@/lib/domains/webhooks/testing/listening";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
ownTestDatabase();
let requester: Requester;
let foreign: Requester;

beforeAll(async () => {
  requester = await createRequester();
  foreign = await createRequester();
});

function inference(modelId: string) {
  return { modelId, eventType: "INFERENCE" as const, severity: "INFO" as const, payload: {}, tags: [] };
}

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`was not refused: ${String(error)}`);
  const { code, message, details } = error;
  return { code, message, details };
}

describe("a request", () => {
  test("returns the ID and estimate of a package, which is then read as GENERATING", async () => {
    const { ctx, modelId } = requester;
    const input = requestOf(modelId, {
      sections: ["HUMAN_OVERSIGHT", "RISK_MANAGEMENT"],
      notes: "n",
      recipientName: "R",
    });
    const requested = await generatePackage(ctx, input);
    expect(requested).toEqual({
      id: expect.stringMatching(/^epkg_[0-9a-z]{26}$/),
      status: "GENERATING",
      modelId,
      framework: "EU_AI_ACT_ANNEX_IV",
      dateRange: january,
      estimatedCompletionSeconds: 5,
      packagesAhead: 0,
      createdAt: "2026-11-20T10:00:00.000Z",
    });
    expect(await getPackage(ctx, requested.id)).toEqual({
      ...Object.fromEntries(Object.keys(examplePackage).map((member) => [member, null])),
      id: requested.id,
      held: false,
      status: "GENERATING",
      modelId,
      modelName: "Credit scoring",
      framework: "EU_AI_ACT_ANNEX_IV",
      mappingVersion: frameworkOf("EU_AI_ACT_ANNEX_IV").mappingVersion,
      dateRange: january,
      format: "PDF",
      // In the framework's order.
      sections: ["RISK_MANAGEMENT", "HUMAN_OVERSIGHT"],
      includeChainProof: true,
      includeHumanOversight: true,
      recipientName: "R",
      notes: "n",
      requestedBy: { type: "SYSTEM", id: "test" },
      createdAt: "2026-11-20T10:00:00.000Z",
    });
  });

  test("starts the generation and is recorded on the chain without notes and recipient, or has no effect if rejected", async () => {
    const own = await createRequester();
    const given = { notes: "Zanzibar", recipientName: "Zanzibar", format: "JSON", includeHumanOversight: false };
    const id = await requestPackage(own, given);
    const asked = { name: "evidence/package.requested", data: { organisationId: own.organisationId, packageId: id } };
    expect(await outboxOf(own.organisationId)).toEqual([{ job: expect.any(String), ...asked }]);
    const [system] = (await listModels(own.ctx, { limit: 25 })).data.filter((model) => model.system);
    expect(await packageEvents(own.organisationId)).toEqual([
      {
        eventType: "DATA_ACCESS",
        onModel: system?.id,
        actor: { type: "SYSTEM", id: "test" },
        kind: "EVIDENCE_REQUESTED",
        packageId: id,
        modelId: own.modelId,
        framework: "EU_AI_ACT_ANNEX_IV",
        format: "JSON",
        dateRange: january,
        sections: sectionIds("EU_AI_ACT_ANNEX_IV"),
        includeChainProof: true,
        includeHumanOversight: false,
      },
    ]);
    expect((await refusal(generatePackage(own.ctx, requestOf("mdl_unknown")))).code).toBe("model_not_registered");
    expect(await outboxOf(own.organisationId)).toHaveLength(1);
    expect(await packageEvents(own.organisationId)).toHaveLength(1);
    expect((await listPackages(own.ctx, { limit: 25 })).pagination.total).toBe(1);
  });

  test("for an unknown model or another organisation's model is rejected with the same error as an event", async () => {
    const { ctx } = requester;
    for (const modelId of ["mdl_unknown", "mdl_1' OR '1'='1", foreign.modelId]) {
      const refused = await refusal(generatePackage(ctx, { ...requestOf("mdl_1"), modelId }));
      expect(refused.code).toBe("model_not_registered");
      expect(refused).toEqual(await refusal(appendEvent(ctx, inference(modelId))));
    }
    const impossible = { ...requestOf("mdl_1"), modelId: "mdl_\u0000" };
    expect((await refusal(generatePackage(ctx, impossible))).code).toBe("model_not_registered");
  });
});

test.each([
  [0, 5],
  [1, 6],
  [2_500, 6],
  [2_501, 7],
  [100_000, 45],
  [1_487_500, 600],
  [10_000_000_000, 600],
])("a package with %i events is estimated to take %i seconds", (events, seconds) => {
  const queue = { waiting: 0, medianSeconds: 7 };
  expect(estimate(events, queue)).toEqual({ estimatedCompletionSeconds: seconds, packagesAhead: 0 });
});

test.each([
  [1, 30, 5],
  [2, 30, 35],
  [5, 30.2, 66],
  [4, null, 15],
  [4, -3, 5],
])(
  "with %i packages ahead that take %s seconds each, the estimate is %i seconds",
  (waiting, medianSeconds, seconds) => {
    const expected = { estimatedCompletionSeconds: seconds, packagesAhead: waiting };
    expect(estimate(0, { waiting, medianSeconds })).toEqual(expected);
  },
);

test("an estimate counts the organisation's unfinished packages and uses the durations of its finished packages", async () => {
  const own = await createRequester();
  for (const seconds of [10, 40, 20]) {
    const { id } = await issuePackage(own);
    const collectedAt = new Date(own.clock.nowMs - seconds * 1000).toISOString();
    const work = JSON.stringify({ collect: { collectedAt } });
    await pool().query("UPDATE evidence_packages SET work = $2, generated_at = $3 WHERE id = $1", [
      id,
      work,
      new Date(own.clock.nowMs),
    ]);
  }
  await issuePackage(own);
  await requestPackage(own);
  await requestPackage(own);
  await requestPackage(await createRequester());
  const { packagesAhead, estimatedCompletionSeconds } = await generatePackage(own.ctx, requestOf(own.modelId));
  expect([packagesAhead, estimatedCompletionSeconds]).toEqual([2, 25]);
  const preview = { modelId: own.modelId, framework: "EU_AI_ACT_ANNEX_IV" as const, ...january };
  expect(await previewPackage(own.ctx, preview)).toMatchObject({ packagesAhead: 3, estimatedCompletionSeconds: 25 });
});

describe("another organisation", () => {
  const attempts: [string, (own: Requester, id: string) => Promise<unknown>][] = [
    ["reading", ({ ctx }, id) => getPackage(ctx, id)],
    ["verifying", ({ ctx }, id) => verifyPackage(ctx, id, { packageHash: `sha256:${"a".repeat(64)}` })],
    ["a download URL", ({ ctx }, id) => renewDownloadUrl(ctx, id)],
  ];
  test.each(attempts)("receives the same error for %s as for an unknown package", async (_, attempt) => {
    const { id } = await issuePackage(requester);
    const missing = await refusal(attempt(foreign, newId("evidencePackage")));
    expect(missing.code).toBe("not_found");
    expect(await refusal(attempt(foreign, id))).toEqual(missing);
    for (const text of ["", "epkg_", "mdl_1", "epkg_A", "epkg_\u0000", "epkg_1' OR '1'='1"]) {
      expect(await refusal(attempt(requester, text))).toEqual(missing);
    }
    expect(await getPackage(requester.ctx, id)).toMatchObject({ id });
  });

  test("does not see the packages in lists and cannot use the cursors", async () => {
    await requestPackage(requester);
    await requestPackage(requester);
    expect((await listPackages(foreign.ctx, { limit: 25 })).data).toEqual([]);
    expect((await listPackages(foreign.ctx, { limit: 25, modelId: requester.modelId })).data).toEqual([]);
    const { nextCursor } = (await listPackages(requester.ctx, { limit: 1 })).pagination;
    const used = listPackages(foreign.ctx, { limit: 1, cursor: nextCursor });
    expect((await refusal(used)).code).toBe("invalid_cursor");
  });
});

describe("the list", () => {
  let own: Requester;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    own = await createRequester();
    const next = () => {
      own.clock.nowMs += 1_000;
    };
    ids["generating"] = await requestPackage(own, { framework: "ISO_42001" });
    next();
    ids["failed"] = await requestPackage(own);
    await failPackage({ organisationId: own.organisationId, packageId: ids["failed"] }, "No.", own.clock);
    next();
    ids["ready"] = (await issuePackage(own)).id;
    next();
    ids["due"] = (await issuePackage(own)).id;
    await pool().query("UPDATE evidence_packages SET expires_at = $1 WHERE id = $2", [
      new Date(own.clock.nowMs),
      ids["due"],
    ]);
  });

  const filters: [Partial<ListEvidence>, string[]][] = [
    [{}, ["due", "ready", "failed", "generating"]],
    [{ status: "GENERATING" }, ["generating"]],
    [{ status: "FAILED" }, ["failed"]],
    [{ status: "READY" }, ["ready"]],
    [{ status: "EXPIRED" }, ["due"]],
    [{ framework: "ISO_42001" }, ["generating"]],
    [{ framework: "ISO_42001", status: "READY" }, []],
    [{ framework: "FCA_SS1_23" }, []],
    [{ modelId: "mdl_other" }, []],
  ];
  test.each(filters)("filtered by %j contains the matching packages, newest first", async (filter, expected) => {
    const { data, pagination } = await listPackages(own.ctx, { limit: 25, ...filter });
    expect(data.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]));
    expect(pagination).toEqual({ total: expected.length, limit: 25, offset: 0, hasMore: false });
  });

  test("shows the distinguishing fields of each package", async () => {
    const [due, ready] = (await listPackages(own.ctx, { limit: 25, modelId: own.modelId })).data;
    expect(due).toMatchObject({ id: ids["due"], status: "EXPIRED" });
    expect(ready).toEqual({
      id: ids["ready"],
      status: "READY",
      held: false,
      framework: "EU_AI_ACT_ANNEX_IV",
      modelId: own.modelId,
      modelName: "Credit scoring",
      modelVersion: null,
      dateRange: january,
      createdAt: "2026-11-20T10:00:02.000Z",
      generatedAt: "2026-11-20T10:00:02.000Z",
      expiresAt: "2027-11-20T10:00:02.000Z",
      pages: 3,
      format: "PDF",
      coverage: expect.objectContaining({ headline: "1 evidenced, 6 partial, 0 adverse, 2 to supply, of 9" }),
      documents: null,
    });
  });

  test("continues correctly with a cursor after new requests, and rejects the cursor with other filters", async () => {
    const pageOf = (given: Partial<ListEvidence>) =>
      listPackages(own.ctx, { limit: 3, modelId: own.modelId, ...given });
    const first = await pageOf({});
    own.clock.nowMs += 1_000;
    await requestPackage(own);
    const second = await pageOf({ cursor: first.pagination.nextCursor });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(Object.values(ids).reverse());
    expect(second.pagination).toEqual({ total: 4, limit: 3, offset: 3, hasMore: false });
    for (const other of [{ modelId: undefined }, { status: "READY" as const }]) {
      const used = pageOf({ cursor: first.pagination.nextCursor, ...other });
      expect((await refusal(used)).code).toBe("invalid_cursor");
    }
  });
});
