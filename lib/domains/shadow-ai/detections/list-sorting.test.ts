import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { copyRows, ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { insertDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { listDetections } from "@/lib/domains/shadow-ai/detections/read-detections";
import { type DetectionSort, detectionSorts, severities } from "@/lib/domains/shadow-ai/enums";
import { ListDetections, type ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { type Analyst, createAnalyst, newDetection, openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import { everyNth } from "@/lib/platform/core/testing";
import { inTransaction } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
const owner = ownerOf(ownTestDatabase());

const hourMs = 3_600_000;
let analyst: Analyst;
let known: string[];

/** Few values, so that many are equal. */
const some = (n: number) => ({
  severity: severities[n % 4] ?? "INFO",
  calls: (n * 7) % 5,
  costCents: (n * 3) % 4,
  lastSeenAt: new Date(analyst.clock.nowMs + (n % 3) * hourMs),
  detectedAt: new Date(analyst.clock.nowMs - (n % 6) * hourMs),
});

beforeAll(async () => {
  analyst = await createAnalyst();
  const opened = await openDetections(
    analyst,
    Array.from({ length: 24 }, (_, n) => some(n)),
  );
  known = opened.map(({ id }) => id);
  for (const [n, id] of known.entries()) {
    if (n % 3 === 0) continue;
    await updateDetection(analyst.ctx, id, { status: "INVESTIGATING" });
    if (n % 3 === 2) await updateDetection(analyst.ctx, id, { status: "RESOLVED", resolution: "STOPPED" });
  }
}, 120_000);

/** The sort key of a list; ids break ties. Undefined sorts last in both orders. */
const keys: Record<DetectionSort, (one: ShadowAiDetection) => string | number | undefined> = {
  detectedAt: ({ id }) => id,
  severity: ({ severity }) => severities.indexOf(severity as (typeof severities)[number]),
  score: ({ riskScore }) => riskScore,
  lastSeenAt: ({ details }) => details.lastSeenAt,
  cost: ({ details }) => details.estimatedCostUSD,
  calls: ({ details }) => details.estimatedCallVolume,
  due: ({ dueAt }) => dueAt ?? undefined,
};

function inOrder(rows: ShadowAiDetection[], sort: DetectionSort, order: string): ShadowAiDetection[] {
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return [...rows].sort((one, other) => {
    const [a, b] = [keys[sort](one), keys[sort](other)];
    if (a !== undefined && b !== undefined && a !== b) return sign * compare(a, b);
    if ((a === undefined) !== (b === undefined)) return a === undefined ? 1 : -1;
    return sign * compare(one.id, other.id);
  });
}

async function insertSome(n: number): Promise<void> {
  await inTransaction(undefined, (tx) =>
    insertDetection(tx, newDetection(analyst.organisationId, analyst.clock.nowMs + n, some(n))),
  );
}

const ways = detectionSorts.flatMap((sort) => [
  { sort, order: "asc" },
  { sort, order: "desc" },
]);

test.each(everyNth(ways, 3))(
  "pages by $sort, $order, contain each detection once while others are created",
  async ({ sort, order }) => {
    const filters = fc.record(
      { status: fc.constantFrom("OPEN", "INVESTIGATING", "RESOLVED"), severity: fc.constantFrom(...severities) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 9 }), async (filter, limit) => {
        const query = { ...filter, sort, order };
        const whole = (await listDetections(analyst.ctx, ListDetections.parse({ ...query, limit: "100" }))).data;
        const before = new Set(whole.map(({ id }) => id));
        const seen: ShadowAiDetection[] = [];
        let cursor: string | undefined;
        do {
          const page = ListDetections.parse({ ...query, limit: String(limit), ...(cursor && { cursor }) });
          const { data, pagination } = await listDetections(analyst.ctx, page);
          expect(pagination.total).toBe(whole.length);
          seen.push(...data);
          cursor = pagination.nextCursor;
          if (known.length + inserted < 70) await insertSome(inserted++);
        } while (cursor !== undefined);
        const visited = seen.filter(({ id }) => before.has(id));
        expect(visited.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
        expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
        expect(inOrder(seen, sort, order)).toEqual(seen);
      }),
      { numRuns: 6 },
    );
  },
);

let inserted = 0;

test("a cursor is valid only for its order", async () => {
  const first = ListDetections.parse({ sort: "cost", limit: "2" });
  const { nextCursor: cursor = "" } = (await listDetections(analyst.ctx, first)).pagination;
  for (const other of [{ sort: "calls" }, { sort: "cost", order: "asc" }, { sort: "cost", due: "week" }, {}]) {
    const query = ListDetections.parse({ ...other, limit: "2", cursor });
    await expect(listDetections(analyst.ctx, query)).rejects.toMatchObject({ code: "invalid_cursor" });
  }
});

test("a page contains no detection of another organisation with the same ID", async () => {
  const other = await createAnalyst();
  await copyRows(owner, "shadow_ai_detections", analyst.ctx, other.ctx);
  const { data, pagination } = await listDetections(
    other.ctx,
    ListDetections.parse({ sort: "severity", limit: "100" }),
  );
  expect(data).toHaveLength(pagination.total);
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
});
