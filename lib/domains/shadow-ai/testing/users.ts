import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import {
  analyseUses,
  getDetection,
  importLog,
  listDetections,
  requestIdentification,
  updateUserPseudonyms,
} from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import type { ImportChannel } from "@/lib/domains/shadow-ai/schemas-sources";
import { personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLine } from "@/lib/domains/shadow-ai/testing/logs";
import { addToUserDays } from "@/lib/domains/shadow-ai/users/user-store";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";

/** A separate organisation that imports logs with users. */
export interface Firm {
  ctx: Context;
  clock: TestClock;
  admin: ReturnType<typeof personIn>;
  analyst: ReturnType<typeof personIn>;
}

export async function createFirm({ enabled = true } = {}): Promise<Firm> {
  const clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  const ctx = await createTestContext(clock);
  const firm = { ctx, clock, admin: personIn(ctx, "ADMIN"), analyst: personIn(ctx, "ANALYST") };
  if (enabled) await updateUserPseudonyms(firm.admin, { enabled });
  return firm;
}

let seconds = 0;

/** Imports one request by each of these users, and analyses it. Returns the detection of the host, as an analyst sees it. */
export async function importUsers(
  { ctx, clock, analyst }: Firm,
  users: (string | null)[],
  { via = "API", host = "api.openai.com", daysAgo = 0 }: { via?: ImportChannel; host?: string; daysAgo?: number } = {},
) {
  const lines = users.map((user) => {
    seconds += 1;
    const at = new Date(clock.nowMs - 3_600_000 - daysAgo * 86_400_000 + seconds * 1_000).toISOString();
    return nativeLine({ at, user, host, bytesOut: 1_000, bytesIn: 2_000 });
  });
  await importLog(ctx, { source: "proxy", via, inputs: [inputOf(lines)], leaveAnalysis: true, backfill: true });
  await analyseUses(ctx.organisation.id, clock);
  const { data } = await listDetections(ctx, ListDetections.parse({ q: host }));
  return (await getDetection(analyst, data[0]?.id ?? "")).detection;
}

/** Enables user pseudonyms, and requests to identify a new user of a detection. */
export async function requestToIdentify(ctx: Context, { id, fingerprint }: { id: string; fingerprint: string }) {
  const atMs = ctx.clock.now();
  const pseudonym = "user_7f3a9c0e51b2d486";
  const figures = { requests: 1, bytesOut: 1, bytesIn: 1, firstAtMs: atMs, lastAtMs: atMs };
  const day = new Date(atMs).toISOString().slice(0, 10);
  await updateUserPseudonyms(personIn(ctx, "ADMIN"), { enabled: true });
  await inTransaction(undefined, (tx) =>
    addToUserDays(tx, ctx.organisation.id, [{ fingerprint, day, user: pseudonym, ...figures }]),
  );
  return requestIdentification(personIn(ctx, "ANALYST"), { detectionId: id, pseudonym, reason: "A case." });
}

/** All rows of all tables of all organisations, as text. */
export async function everythingStored(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query<{ row: string }>(`SELECT to_jsonb(stored)::text AS row FROM ${name} stored`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n").toLowerCase();
}

/** The number of stored days of users of an organisation. */
export async function userDays({ ctx }: Pick<Firm, "ctx">): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM shadow_ai_user_days WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  return rows[0]?.count ?? 0;
}
