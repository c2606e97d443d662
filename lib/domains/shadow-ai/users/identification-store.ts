import type { IdentificationStatus } from "@/lib/domains/shadow-ai/enums";
import type { ListIdentifications } from "@/lib/domains/shadow-ai/schemas-users";
import type { ShadowAiIdentification as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import type { Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredIdentification = Row;

/** The columns of a decision. */
const undecided = {
  decidedById: null,
  decidedBy: null,
  deciderRole: null,
  decidedAt: null,
  decisionNote: null,
  expiresAt: null,
};
export type IdentificationDecision = Pick<StoredIdentification, keyof typeof undecided> & {
  status: Exclude<IdentificationStatus, "PENDING">;
};

export async function insertIdentification(
  tx: Transaction,
  created: Omit<StoredIdentification, "status" | keyof typeof undecided>,
): Promise<StoredIdentification> {
  const status: IdentificationStatus = "PENDING";
  return tx.shadowAiIdentification.create({ data: { ...created, ...undecided, status } });
}

export async function findIdentification(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredIdentification | undefined> {
  if (!isId("identification", id)) return undefined;
  return (await tx.shadowAiIdentification.findFirst({ where: { organisationId, id } })) ?? undefined;
}

/** The pending request for a user of a detection. */
export async function findPending(
  tx: Transaction,
  { organisationId, detectionId, user }: Pick<StoredIdentification, "organisationId" | "detectionId" | "user">,
): Promise<StoredIdentification | undefined> {
  const status: IdentificationStatus = "PENDING";
  const where = { organisationId, detectionId, user, status };
  return (await tx.shadowAiIdentification.findFirst({ where })) ?? undefined;
}

/** Decides a request. The caller holds the lock of the organisation's detections. */
export async function decideStored(
  tx: Transaction,
  { organisationId, id }: StoredIdentification,
  decision: IdentificationDecision,
): Promise<StoredIdentification> {
  return tx.shadowAiIdentification.update({ where: { id_organisationId: { id, organisationId } }, data: decision });
}

/** Reads the requests of an organisation for a list, newest first. */
export function identificationsOf(
  organisationId: string,
  { status, detectionId }: Pick<ListIdentifications, "status" | "detectionId">,
) {
  const where = { organisationId, ...(status && { status }), ...(detectionId && { detectionId }) };
  return {
    rows: (slice: Slice, reader: Reader) => reader.shadowAiIdentification.findMany(newestFirst(slice, where)),
    count: (reader: Reader) => reader.shadowAiIdentification.count({ where }),
  };
}

/** Deletes the pseudonyms of requests that were created before a time. Returns their number. */
export async function forgetUsersBefore(
  tx: Transaction,
  organisationId: string,
  { before, kept, take }: Outdated,
): Promise<number> {
  return tx.$executeRawUnsafe(
    `UPDATE shadow_ai_identifications SET user_key = NULL WHERE organisation_id = $1 AND id = ANY (ARRAY (
       SELECT id FROM shadow_ai_identifications WHERE organisation_id = $1 AND user_key IS NOT NULL
         AND created_at <= $2::timestamptz AND ${outsidePeriods("created_at", "created_at", ["$3", "$4"])} LIMIT $5::int))`,
    organisationId,
    before,
    ...periodBounds(kept),
    take,
  );
}
