import {
  type CredentialChange,
  describeDependence,
  findControllers,
  findSharedControl,
  listApproverChanges,
  listChangesBefore,
} from "@/lib/domains/credentials";
import type { StoredRequest } from "@/lib/domains/shadow-ai/exceptions/request-store";
import type { Actor, Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";

/** Requesters cannot decide their own request, regardless of their role. A check constraint enforces this too. */
export function refuseOwn(actor: Actor, { id, requestedById }: Pick<StoredRequest, "id" | "requestedById">): void {
  if (actor.id !== requestedById) return;
  throw new ServiceError(
    "insufficient_scope",
    `You requested this exception (${id}). Another approver must decide on it.`,
  );
}

type Decider = Pick<Context, "organisation" | "actor" | "clock">;

/**
 * The reason why the decider may not decide these requests, by requester: one person controls both accounts, for
 * example because an administrator added both in the last 30 days.
 */
export async function findDependent(
  { organisation, actor, clock }: Decider,
  tx: Transaction,
  requests: Iterable<Pick<StoredRequest, "id" | "requestedById">>,
): Promise<Map<string, ServiceError>> {
  const refusals = new Map<string, ServiceError>();
  const asked = new Map([...requests].map((request) => [request.requestedById, request]));
  for (const [requesterId, { id }] of asked) {
    if (requesterId === actor.id || actor.kind === "system") continue;
    const requester = { id: requesterId, kind: "user" as const };
    const shared = await findSharedControl(tx, organisation.id, [actor, requester], clock.now());
    if (shared === undefined) continue;
    const message = `You cannot decide on ${id}, because your account and the requester's account are not independent. ${shared} Another approver must decide.`;
    refusals.set(requesterId, new ServiceError("insufficient_scope", message));
  }
  return refusals;
}

/**
 * The reason why a member may not approve an exception without a request: another user controls their account and could
 * have approved it alone. Undefined if they may.
 */
export async function findUnrequested(
  { organisation, actor, clock }: Decider,
  tx: Transaction,
): Promise<ServiceError | undefined> {
  if (actor.kind !== "user") return undefined;
  const controllers = await findControllers(tx, organisation.id, actor.id, clock.now());
  const [path] = controllers.values();
  if (!path) return undefined;
  const message = `You can only approve exceptions that another member requested (POST /v1/shadow-ai/{id}/exception-request), because someone else changed your account recently. ${describeDependence(path)}`;
  return new ServiceError("insufficient_scope", message);
}

/** The decider as stored in a request: users by e-mail address, API keys by name. */
export function deciderOf(actor: Actor): { decidedById: string; decidedBy: string } {
  return { decidedById: actor.id, decidedBy: nameOf(actor) };
}

function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case "user":
      return actor.email;
    case "api-key":
    case "integration":
      return actor.name;
    case "system":
      return actor.id;
  }
}

type Reader = Pick<Context, "organisation" | "clock">;

/**
 * Recent credential changes by request: of the decider at the time of the decision or, for a pending request, of every
 * possible decider.
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

/** Recent credential changes of the current decider, as recorded with the decision: by ids, without names. */
export async function deciderChanges(
  { organisation, actor, clock }: Reader & Pick<Context, "actor">,
  tx: Transaction,
): Promise<Record<string, unknown>[]> {
  const found = await listChangesBefore(tx, organisation.id, [{ accountId: actor.id, atMs: clock.now() }]);
  return [...found.values()].flat().map(({ account: _, changedBy: __, ...change }) => change);
}
