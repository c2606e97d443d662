import { findHead } from "@/lib/audit-chain";
import { recordStreamChange } from "@/lib/audit-streams/record-change";
import { requireModels } from "@/lib/audit-streams/require-models";
import type { CreateAuditStream, CreatedAuditStream } from "@/lib/audit-streams/schemas";
import { countStreams, findStream, insertStream, lockStreamSet } from "@/lib/audit-streams/store";
import { sealStreamSecret } from "@/lib/audit-streams/stream-secrets";
import { toStream } from "@/lib/audit-streams/to-stream";
import { streamsMax } from "@/lib/audit-streams/vocabulary";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError, validationFailed } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requirePermission } from "@/lib/roles";
import { generateSigningSecret, refusePrivateHost } from "@/lib/webhooks";

/**
 * Makes a stream, whose batches begin where `from` says; `signingSecret` is nowhere to be had again. It sends whole events:
 * who makes one must be allowed to read them. Throws `insufficient_scope`, `validation_failed` for a URL in a private
 * place or a position beyond the end of the chain, `model_not_registered`, `conflict` when there are as many as may be.
 */
export async function createStream(
  ctx: Context,
  input: CreateAuditStream,
): Promise<CreatedAuditStream & { signingSecret: string }> {
  requirePermission(ctx, "audit:read");
  refusePrivateHost(input.url);
  const { status, from, filter, authorization, ...settings } = input;
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    if ((await countStreams(tx, organisationId)) >= streamsMax) {
      throw new ServiceError("conflict", `The organisation has ${streamsMax} streams, which is the most it may have.`);
    }
    await requireModels({ ...ctx, tx }, filter.modelIds);
    const nowMs = ctx.clock.now();
    const id = newId("auditStream", nowMs);
    const signingSecret = generateSigningSecret();
    await insertStream(tx, organisationId, {
      ...{ id, ...settings, ...filter, state: status },
      secret: sealStreamSecret(signingSecret, organisationId, id, "signing"),
      authorization: authorization && sealStreamSecret(authorization, organisationId, id, "authorization"),
      position: await positionOf(organisationId, from),
      createdAt: new Date(nowMs),
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_CREATED", stream: { id, ...settings, state: status } });
    const created = await findStream(tx, organisationId, id);
    if (!created) throw notFound("audit stream");
    return { ...toStream(created), signingSecret };
  });
}

async function positionOf(organisationId: string, from: CreateAuditStream["from"]): Promise<number> {
  if (from === "beginning") return 0;
  const { position } = await findHead(organisationId);
  if (from === "now") return position;
  if (from <= position) return from;
  const message = `must not be beyond the end of the chain, which is ${position}`;
  throw validationFailed([{ path: "from", message }]);
}
