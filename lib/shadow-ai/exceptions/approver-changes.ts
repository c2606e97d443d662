import type { Context } from "@/lib/context";
import { type CredentialChange, listApproverChanges, listChangesBefore } from "@/lib/credentials";
import type { Transaction } from "@/lib/db";
import type { StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

type Reader = Pick<Context, "organisation" | "clock">;

/**
 * Recent changes of credentials, by the request: of who decided, as they were at the decision; of a pending request, of
 * everyone who may decide it.
 */
export async function findApproverChanges(
  { organisation, clock }: Reader,
  tx: Transaction | undefined,
  requests: StoredRequest[],
): Promise<Map<string, CredentialChange[]>> {
  const decisions = requests.flatMap(({ id, decidedById, decidedAt }) =>
    decidedById !== null && decidedAt !== null ? [{ id, accountId: decidedById, atMs: decidedAt.getTime() }] : [],
  );
  const pending = requests.filter(({ status }) => status === "PENDING");
  const [decided, current] = [
    await listChangesBefore(tx, organisation.id, decisions),
    pending.length === 0 ? [] : await listApproverChanges(tx, organisation.id, clock.now()),
  ];
  return new Map([
    ...[...decided].map(([{ id }, changes]): [string, CredentialChange[]] => [id, changes]),
    ...pending.map(({ id, requestedById }): [string, CredentialChange[]] => [
      id,
      current.filter(({ accountId }) => accountId !== requestedById),
    ]),
  ]);
}

/** The same of who decides now, as the chain records it with the decision: by ids, without names. */
export async function deciderChanges(
  { organisation, actor, clock }: Reader & Pick<Context, "actor">,
  tx: Transaction,
): Promise<Record<string, unknown>[]> {
  const found = await listChangesBefore(tx, organisation.id, [{ accountId: actor.id, atMs: clock.now() }]);
  return [...found.values()].flat().map(({ account: _, changedBy: __, ...change }) => change);
}
