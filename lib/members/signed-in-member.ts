import type { Actor, Context } from "@/lib/context";
import { onlyForPeople } from "@/lib/require-permission";

/** Who is signed in. Throws `insufficient_scope` for a key, which has no account. */
export function signedInMember({ actor }: Pick<Context, "actor">): Extract<Actor, { kind: "user" }> {
  if (actor.kind !== "user") throw onlyForPeople();
  return actor;
}
