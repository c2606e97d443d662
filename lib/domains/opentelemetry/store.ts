import type { ContentPolicy } from "@/lib/domains/opentelemetry/enums";
import type { Prisma, TelemetryRule, TelemetrySource } from "@/lib/generated/prisma/client";
import { newId } from "@/lib/platform/core/ids";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** A check constraint restricts the contents. */
export type StoredRule = Omit<TelemetryRule, "contents"> & { contents: ContentPolicy };
export type StoredSource = TelemetrySource;

/** The most rules that an organisation can have. */
const rulesMax = 1_000;

export const rules = new RecordStore<
  StoredRule,
  Prisma.TelemetryRuleUncheckedCreateInput,
  Prisma.TelemetryRuleUncheckedUpdateInput
>({
  noun: "telemetry rule",
  plural: "telemetry rules",
  id: "telemetryRule",
  table: "telemetry_rules",
  max: rulesMax,
  model: (reader) => reader.telemetryRule,
});

/** All rules of the organisation. */
export async function findRules(tx: Transaction | undefined, organisationId: string): Promise<StoredRule[]> {
  const found = await (tx ?? prisma()).telemetryRule.findMany({ where: { organisationId, deletedAt: null } });
  return found as StoredRule[];
}

/** Sources that an organisation can have. Further ones are not listed. */
const sourcesMax = 1_000;

const sourceDaysMax = 30;

/** Adds rejected records to the sources that no model is registered for, and removes sources without recent records. */
export async function countRejected(
  organisationId: string,
  sources: (Pick<StoredSource, "service" | "provider" | "model"> & { rejected: number })[],
  nowMs: number,
): Promise<void> {
  const column = (name: "service" | "provider" | "model" | "rejected") => sources.map((source) => source[name]);
  const expiry = new Date(nowMs - sourceDaysMax * 24 * 3_600_000);
  await prisma().telemetrySource.deleteMany({ where: { organisationId, lastSeenAt: { lt: expiry } } });
  await prisma().$executeRaw`
    INSERT INTO telemetry_sources AS known
      (id, organisation_id, service, provider, model, rejected, first_seen_at, last_seen_at)
    SELECT id, ${organisationId}, service, provider, model, rejected, ${new Date(nowMs)}, ${new Date(nowMs)}
    FROM (
      SELECT sent.*, old.id AS old_id, count(*) FILTER (WHERE old.id IS NULL) OVER (ORDER BY sent.id) AS added
      FROM unnest(${sources.map(() => newId("telemetrySource", nowMs))}::text[], ${column("service")}::text[],
        ${column("provider")}::text[], ${column("model")}::text[], ${column("rejected")}::bigint[])
        AS sent(id, service, provider, model, rejected)
      LEFT JOIN telemetry_sources old ON old.organisation_id = ${organisationId}
        AND (old.service, old.provider, old.model) = (sent.service, sent.provider, sent.model)
    ) AS counted
    WHERE old_id IS NOT NULL
      OR added + (SELECT count(*) FROM telemetry_sources WHERE organisation_id = ${organisationId}) <= ${sourcesMax}
    ORDER BY service, provider, model
    ON CONFLICT (organisation_id, service, provider, model)
    DO UPDATE SET rejected = known.rejected + EXCLUDED.rejected, last_seen_at = EXCLUDED.last_seen_at`;
}

export function findSources(tx: Transaction, organisationId: string): Promise<StoredSource[]> {
  return tx.telemetrySource.findMany({ where: { organisationId } });
}

export async function deleteSources(tx: Transaction, organisationId: string, ids: string[]): Promise<void> {
  await tx.telemetrySource.deleteMany({ where: { organisationId, id: { in: ids } } });
}

export function sourcesOf(organisationId: string) {
  const where = { organisationId };
  return {
    rows: (slice: Slice, reader: Reader) => reader.telemetrySource.findMany(newestFirst(slice, where)),
    count: (reader: Reader) => reader.telemetrySource.count({ where }),
  };
}
