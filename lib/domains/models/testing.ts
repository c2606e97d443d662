import { createOrganisation } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";

/** A clock that advances by a millisecond with every call. */
export function createTickingClock(startMs = Date.parse("2026-01-15T10:00:00.000Z")): Clock {
  let nowMs = startMs;
  return { now: () => nowMs++ };
}

/** A context in a new organisation, which has only its system model. */
export async function createTestContext(clock: Clock = createTickingClock()): Promise<Context> {
  const input = { name: "Test", tier: "ENTERPRISE" as const, livemode: true };
  const { id } = await createOrganisation(input, clock);
  return {
    organisation: { id, tier: input.tier, livemode: input.livemode, rateLimitOverrides: {} },
    actor: { kind: "system", id: "test" },
    scopes: new Set(),
    clock,
    requestId: newId("request"),
  };
}
