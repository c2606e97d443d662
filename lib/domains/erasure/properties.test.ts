import fc from "fast-check";
import { expect, test } from "vitest";
import { appendEvent, verifyStoredChain } from "@/lib/domains/audit-chain";
import { createTestChain, everyEvent } from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { eraseEvent } from "@/lib/domains/erasure";
import { placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { ServiceError } from "@/lib/platform/core/errors";
import { propertyRuns } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

/** One action of a random sequence; its numbers select among the existing objects. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("append" as const), hour: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("erase" as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("hold" as const), fromHour: fc.nat(9), hours: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("release" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("verify" as const), to: fc.nat() }) },
);

const timeOf = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString();

test("after any sequence of appends, erasures, holds and releases, the chain is valid and exactly the erased events are reported", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { ctx, modelId } = await createTestChain();
      const organisationId = ctx.organisation.id;
      const events: { id: string; position: number; hour: number }[] = [];
      const holds: { id: string; from: number; to: number }[] = [];
      const erased = new Set<number>();
      for (const one of steps) {
        ctx.clock.nowMs += 1_000;
        if (one.does === "append") {
          const { event } = await appendEvent(ctx, {
            modelId,
            eventType: "INFERENCE",
            severity: "INFO",
            payload: { hour: one.hour },
            tags: ["x"],
            timestamp: timeOf(one.hour),
          });
          events.push({ id: event.id, position: event.chainPosition, hour: one.hour });
        } else if (one.does === "hold") {
          const { fromHour: from, hours } = one;
          const dateRange = { from: timeOf(from), to: timeOf(from + hours) };
          const { id } = await placeHold(ctx, { name: "A matter", reason: "A trial.", dateRange });
          holds.push({ id, from, to: from + hours });
        } else if (one.does === "release" && holds.length > 0) {
          const [hold] = holds.splice(one.which % holds.length, 1);
          await releaseHold(ctx, hold?.id ?? "", { reason: "Settled." });
        } else if (one.does === "erase" && events.length > 0) {
          const event = events[one.which % events.length];
          if (!event) continue;
          const isHeld = holds.some(({ from, to }) => event.hour >= from && event.hour <= to);
          const outcome = await eraseEvent(ctx, event.id, { legalBasis: "OTHER", reference: "x" }).then(
            () => "erased",
            (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
          );
          expect(outcome).toBe(isHeld ? "legal_hold" : erased.has(event.position) ? "conflict" : "erased");
          if (outcome === "erased") erased.add(event.position);
        } else if (one.does === "verify" && events.length > 0) {
          const last = Math.max(...events.map(({ position }) => position));
          const to = 1 + (one.to % last);
          const expected = [...erased].filter((position) => position <= to).length;
          const report = await verifyStoredChain({ organisationId, to });
          expect(report).toMatchObject({ status: "ok", erased: expected, findings: [] });
        }
      }
      const read = await everyEvent(ctx);
      expect(flawsOfChain(read)).toEqual([]);
      expect(read.filter((event) => !event.verified)).toEqual([]);
      expect(new Set(read.filter((event) => event.erased).map(({ chainPosition }) => chainPosition))).toEqual(erased);
      expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok", erased: erased.size });
    }),
    { numRuns: propertyRuns(25) },
  );
});
