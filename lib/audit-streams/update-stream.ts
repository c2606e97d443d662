import { recordStreamChange } from "@/lib/audit-streams/record-change";
import { requireModels } from "@/lib/audit-streams/require-models";
import type { AuditStream, UpdateAuditStream } from "@/lib/audit-streams/schemas";
import { changeStream, findStream, lockStream, lockStreamSet, type StreamChange } from "@/lib/audit-streams/store";
import { sealStreamSecret } from "@/lib/audit-streams/stream-secrets";
import { toStream, versionOf } from "@/lib/audit-streams/to-stream";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, validationFailed } from "@/lib/errors";
import { jcs } from "@/lib/jcs";
import { matches, preconditionFailed } from "@/lib/resource/entity-tag";
import { requirePermission } from "@/lib/roles";
import { refusePrivateHost } from "@/lib/webhooks";

/**
 * Sets what `change` names and leaves the rest. The position stays: what was not delivered yet goes by the new settings.
 * `ifMatch` is the request's `If-Match` header. A change to what is already so changes nothing and is no event. Throws
 * `not_found`, `insufficient_scope`, `model_not_registered`, `precondition_failed`, and `validation_failed` for a URL in a
 * private place, or one of another host where the authorization of the old one would go along unasked.
 */
export async function updateStream(
  ctx: Context,
  id: string,
  change: UpdateAuditStream,
  ifMatch?: string,
): Promise<AuditStream> {
  requirePermission(ctx, "audit:read");
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound("audit stream");
    const before = toStream(locked);
    const version = versionOf(before);
    if (ifMatch !== undefined && !matches(ifMatch, version)) throw preconditionFailed("audit stream", version);
    if (change.url !== undefined) refusePrivateHost(change.url);
    refuseStrayAuthorization(before, change);
    if (change.filter) await requireModels({ ...ctx, tx }, change.filter.modelIds);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const sealed = change.authorization && sealStreamSecret(change.authorization, organisationId, id, "authorization");
    await changeStream(tx, organisationId, id, {
      ...columnsOf(change, changed, now),
      ...(change.authorization === undefined ? {} : { authorization: sealed ?? null }),
    });
    const after = await findStream(tx, organisationId, id);
    if (!after) throw notFound("audit stream");
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_UPDATED", stream: after, more: { changed } });
    return toStream(after);
  });
}

/** Who may change the URL of a stream need not be told what its old receiver demanded. */
function refuseStrayAuthorization(before: AuditStream, { url, authorization }: UpdateAuditStream): void {
  if (url === undefined || authorization !== undefined || !before.hasAuthorization) return;
  if (new URL(url).origin === new URL(before.url).origin) return;
  throw validationFailed([
    { path: "authorization", message: "must be given again, or be null, with a URL of another host" },
  ]);
}

/** What is set to something else than it is. Of an authorization nobody can say whether it is the same. */
function membersThatDiffer(before: AuditStream, change: UpdateAuditStream): string[] {
  return Object.entries(change)
    .filter(([name, value]) => {
      if (value === undefined) return false;
      if (name === "authorization") return value !== null || before.hasAuthorization;
      if (name === "status") return value !== (before.status === "FAILING" ? "ACTIVE" : before.status);
      return jcs(value) !== jcs(before[name as keyof AuditStream]);
    })
    .map(([name]) => name);
}

function columnsOf(change: UpdateAuditStream, changed: string[], now: Date): StreamChange {
  const { filter, status, authorization: _, ...settings } = change;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const isActivated = changed.includes("status") && status === "ACTIVE";
  return {
    ...given,
    ...(filter && changed.includes("filter") ? { ...filter, batchTo: null, filterRevision: { increment: 1 } } : {}),
    ...(status === undefined ? {} : { state: status }),
    ...(isActivated
      ? {
          activeSince: now,
          disabledReason: null,
          failures: 0,
          failingSince: null,
          warnedAt: null,
          leaseId: null,
          leaseUntil: null,
        }
      : {}),
    // Whoever was to come back later looks now: what kept it waiting may be mended.
    ...{ nextAttemptAt: null, nextLookAt: null, batchLimit: null },
    updatedAt: now,
  };
}
