import type { Clock } from "@/lib/platform/core/clock";
import type { Role, Scope } from "@/lib/platform/core/roles";
import type { Tier } from "@/lib/platform/core/tiers";
import type { Transaction } from "@/lib/platform/database/db";

/** The organisation on whose behalf a verb runs. */
export interface OrganisationContext {
  id: string;
  tier: Tier;
  livemode: boolean;
  /** Requests a minute by endpoint class, where they differ from the tier's. */
  rateLimitOverrides: Readonly<Record<string, number>>;
}

/** Who acts. A session of the dashboard becomes `user`, the service's own work `system`. */
export type Actor =
  | { kind: "api-key"; id: string; name: string }
  | { kind: "user"; id: string; email: string; name: string; role: Role; sessionId: string }
  | { kind: "integration"; id: string; name: string }
  | { kind: "system"; id: string };

/** Who calls, for whom, with which rights: what authentication makes of a request. */
export interface Principal {
  organisation: OrganisationContext;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
}

/** What every verb receives first. `tx` is set where the verb must write inside its caller's transaction. */
export interface Context extends Principal {
  clock: Clock;
  requestId: string;
  tx?: Transaction;
}
