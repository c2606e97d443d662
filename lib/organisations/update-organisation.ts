import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import type { OrganisationDetail, UpdateOrganisation } from "@/lib/organisations/schemas";
import { changeOrganisation, lockOrganisation, type StoredOrganisation, settable } from "@/lib/organisations/store";
import { toOrganisationDetail } from "@/lib/organisations/to-organisation-detail";
import { forgetSession } from "@/lib/session-cache";

/**
 * Sets what `change` names and leaves the rest. The change is an event on the chain, in the same transaction, with what was
 * before and what is after; a change to what is already so changes nothing and is no event. Throws `not_found`.
 */
export async function updateOrganisation(ctx: Context, change: UpdateOrganisation): Promise<OrganisationDetail> {
  const { id } = ctx.organisation;
  const after = await inTransaction(ctx.tx, async (tx) => {
    const before = await lockOrganisation(tx, id);
    if (!before) throw notFound("organisation");
    const changed = settable.filter((name) => change[name] !== undefined && change[name] !== before[name]);
    if (changed.length === 0) return before;
    const stored = await changeOrganisation(tx, id, only(change as Settings, changed));
    const payload = {
      kind: "ORGANISATION_CHANGED",
      before: only(before, changed),
      after: only(stored, changed),
    };
    await appendInTransaction(ctx, tx, [
      { eventType: "CONFIG_CHANGE", payload, records: [{ table: "organisations", id }] },
    ]);
    return stored;
  });
  // Who changed its name sees the new one at once; others within the seconds that a session is kept.
  if (ctx.actor.kind === "user") forgetSession(ctx.actor.sessionId);
  return toOrganisationDetail(ctx, after);
}

type Settings = Pick<StoredOrganisation, (typeof settable)[number]>;

function only(given: Settings, names: readonly (typeof settable)[number][]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}
