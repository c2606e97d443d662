import type { ShadowAiComment as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredComment = Omit<Row, "changedAt">;

export async function insertComment(
  tx: Transaction,
  comment: Omit<StoredComment, "withdrawnAt">,
): Promise<StoredComment> {
  return tx.shadowAiComment.create({ data: comment });
}

export async function findComment(tx: Transaction, organisationId: string, id: string): Promise<StoredComment | null> {
  if (!isId("comment", id)) return null;
  return tx.shadowAiComment.findFirst({ where: { organisationId, id } });
}

/** Marks a comment as withdrawn and deletes its text. Returns undefined if it was already withdrawn. */
export async function withdrawStored(
  tx: Transaction,
  organisationId: string,
  id: string,
  withdrawnAt: Date,
): Promise<StoredComment | undefined> {
  const [withdrawn] = await tx.shadowAiComment.updateManyAndReturn({
    where: { organisationId, id, withdrawnAt: null },
    data: { text: null, salt: null, withdrawnAt },
  });
  return withdrawn;
}

export function commentsOf(organisationId: string, detectionId: string) {
  const where = { organisationId, detectionId };
  return {
    rows: (slice: Slice, reader: Reader) => reader.shadowAiComment.findMany(newestFirst(slice, where)),
    count: (reader: Reader) => reader.shadowAiComment.count({ where }),
  };
}
