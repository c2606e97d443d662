import type { z } from "zod";
import { evaluateChain } from "@/lib/domains/alert-policies/evaluate-chain";
import { createPolicy } from "@/lib/domains/alert-policies/policies";
import { type AlertPolicy, CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { appendEvent } from "@/lib/domains/audit-chain";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";

/** A chain in a new organisation whose clock the test sets. */
export interface WatchedChain extends TestChain {
  organisationId: string;
  policy(given: Partial<z.input<typeof CreateAlertPolicy>>): Promise<AlertPolicy>;
  append(given?: Partial<Parameters<typeof appendEvent>[1]>): Promise<string>;
  evaluate(): Promise<{ events: number; alerts: number; caughtUp: boolean }>;
  /** The alert events raised by policies, oldest first. */
  alerts(): Promise<AuditEvent[]>;
}

export async function createWatchedChain(): Promise<WatchedChain> {
  const chain = await createTestChain();
  const { ctx, modelId } = chain;
  const organisationId = ctx.organisation.id;
  return {
    ...chain,
    organisationId,
    policy: (given) =>
      createPolicy(ctx, CreateAlertPolicy.parse({ name: "Watch", rule: { eventTypes: ["INFERENCE"] }, ...given })),
    async append(given = {}) {
      const input = { modelId, eventType: "INFERENCE" as const, severity: "INFO" as const, payload: {}, tags: [] };
      return (await appendEvent(ctx, { ...input, ...given })).event.id;
    },
    evaluate: () => evaluateChain(organisationId, ctx.clock),
    async alerts() {
      const events = await everyEvent(ctx);
      return events.filter(({ payload }) => payload?.kind === "ALERT_POLICY_TRIGGERED");
    },
  };
}
