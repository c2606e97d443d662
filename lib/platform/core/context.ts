import type { Clock } from "@/lib/platform/core/clock";
import type { Role, Scope } from "@/lib/platform/core/roles";
import type { Tier } from "@/lib/platform/core/tiers";
import type { Transaction } from "@/lib/platform/database/db";

/** The organisation for which an operation runs. */
export interface OrganisationContext {
  id: string;
  tier: Tier;
  livemode: boolean;
  /** Requests per minute by rate class, if they differ from the tier's. */
  rateLimitOverrides: Readonly<Record<string, number>>;
  /** Set while the organisation moves to or from another installation, and after it moved away. */
  move?: OrganisationMove;
}

export interface OrganisationMove {
  /** `CLOSING` and `STOPPED`: readable only. `ARRIVING`: not served here yet. `MOVED`: served at the address. */
  state: "CLOSING" | "STOPPED" | "ARRIVING" | "MOVED";
  address: string | null;
}

/** A dashboard session acts as `user`, the service itself as `system`. */
export type Actor =
  | { kind: "api-key"; id: string; name: string }
  | {
      kind: "user";
      id: string;
      email: string;
      name: string;
      role: Role;
      sessionId: string;
      /** The member must enable 2FA before they can use more than their account. */
      lacksSecondFactor?: boolean;
    }
  | { kind: "integration"; id: string; name: string }
  | { kind: "system"; id: string };

/** The authenticated caller. */
export interface Principal {
  organisation: OrganisationContext;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
}

/** The first argument of every operation. `tx` is set if the operation must write in its caller's transaction. */
export interface Context extends Principal {
  clock: Clock;
  requestId: string;
  tx?: Transaction;
}
