import type { EventActor } from "@/lib/audit-chain/block";
import type { Actor } from "@/lib/context";

/** How whoever acts is written into an event. */
export function eventActor(actor: Actor): EventActor {
  switch (actor.kind) {
    case "api-key":
      return { type: "SERVICE", id: actor.id, displayName: actor.name };
    case "user":
      return { type: "USER", id: actor.id, displayName: actor.email };
    case "integration":
      return { type: "INTEGRATION", id: actor.id, displayName: actor.name };
    case "system":
      return { type: "SYSTEM", id: actor.id };
  }
}
