import { currentExecution } from "@/lib/jobs/engine/execute";
import type { Op } from "@/lib/jobs/engine/next";
import type { Event } from "@/lib/jobs/engine/plan";
import { activeTraceparent } from "@/lib/tracing/tracing";

/**
 * The server the SDK talks to, in this process: takes the events that steps send, and what steps returned while the SDK
 * goes on by itself.
 */
export function localServer(takeEvents: (events: Event[]) => Promise<void>): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname } = new URL(String(input));
    const body: unknown = JSON.parse(String(init?.body));
    const execution = currentExecution();
    if (execution === undefined) return answer(409, { error: "called outside of an execution" });
    if (pathname.startsWith("/e/")) {
      await execution.beforeStep();
      const given = (Array.isArray(body) ? body : [body]) as (Partial<Event> & { name: string })[];
      const events = given.map(({ id, name, data, ts }) => ({
        id: id ?? execution.eventId(),
        name,
        data: data ?? {},
        ts: ts ?? Date.now(),
        traceparent: activeTraceparent(),
      }));
      await takeEvents(events);
      return answer(200, { ids: events.map(({ id }) => id), status: 200 });
    }
    if (pathname === `/v1/checkpoint/${execution.runId}/async`) {
      execution.checkpoint((body as { steps: Op[] }).steps);
      return answer(200, {});
    }
    return answer(501, { error: `the embedded job engine does not serve ${pathname}` });
  };
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}
