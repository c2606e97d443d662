import type { Context } from "@/lib/context";
import { findControllers } from "@/lib/credentials";
import type { Transaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";

/** Refuses (409 `conflict`) an administrator who would change their own rights, also with an API key that they created. */
export async function refuseOwn(
  { organisation, actor, clock }: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  memberId: string,
  message: string,
): Promise<void> {
  if (actor.kind === "system") return;
  const controllers =
    actor.kind === "api-key" ? await findControllers(tx, organisation.id, actor.id, clock.now()) : new Map();
  if (actor.id === memberId || controllers.has(memberId)) throw new ServiceError("conflict", message);
}
