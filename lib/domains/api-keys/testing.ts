import { createOrganisation } from "@/lib/domains/organisations";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";

/** A clock that advances only when a test moves it. */
export interface TestClock extends Clock {
  nowMs: number;
}

export function createTestClock(nowMs = Date.parse("2026-11-20T10:00:00.000Z")): TestClock {
  return {
    nowMs,
    now() {
      return this.nowMs;
    },
  };
}

/** A new organisation, with the context of an administrator. */
export async function createTestContext(clock: Clock, given: Partial<CreateOrganisation> = {}): Promise<Context> {
  const input = { name: "Test", tier: "ENTERPRISE" as const, livemode: true, ...given };
  const { id } = await createOrganisation(input, clock);
  return {
    organisation: {
      id,
      tier: input.tier,
      livemode: input.livemode,
      rateLimitOverrides: given.rateLimitOverrides ?? {},
    },
    actor: { kind: "system", id: "test" },
    scopes: new Set(["admin"]),
    clock,
    requestId: newId("request"),
  };
}
