import type { Actor } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import type { StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

/** Who asked for an exception does not decide about it, whatever else they may do. A check constraint says the same. */
export function refuseOwn(actor: Actor, { id, requestedById }: Pick<StoredRequest, "id" | "requestedById">): void {
  if (actor.id !== requestedById) return;
  throw new ServiceError("insufficient_scope", `You asked for this exception (${id}): somebody else decides about it.`);
}

/** Who decides, as a request keeps it: people by their e-mail address, keys by their name. */
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
