import type { Context } from "@/lib/context";
import { newId } from "@/lib/ids";
import type { Role } from "@/lib/roles";

/** Somebody of the organisation that a context is of, as they act when they are signed in. */
export function personIn(ctx: Context, role: Role): Context & { actor: { kind: "user"; id: string; email: string } } {
  const id = newId("member");
  const actor = {
    kind: "user" as const,
    id,
    email: `${id}@example.com`,
    name: role,
    role,
    sessionId: newId("session"),
  };
  return { ...ctx, actor, scopes: new Set() };
}
