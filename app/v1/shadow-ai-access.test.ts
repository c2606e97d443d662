import { describe, expect, test } from "vitest";
import { change, find, keyOf, ownAnalyst, patch, read, readStats } from "@/app/v1/testing/shadow-ai";
import { createAnalyst, openDetection } from "@/lib/domains/shadow-ai/testing/detections";
import { newId } from "@/lib/platform/core/ids";

process.env.LOG_LEVEL = "silent";
const analyst = ownAnalyst();

interface Reason {
  message: string;
  error: string;
  details: unknown;
}

/** An operation with an API key. */
type Call = (apiKey: string) => Promise<{ status: number; body: { requiredScope: string } }>;

describe("scopes and tenants", () => {
  test("each operation requires its scope", async () => {
    const { id } = await openDetection(analyst);
    const [reader, writer] = [await keyOf(analyst, ["shadow_ai:read"]), await keyOf(analyst, ["shadow_ai:write"])];
    const reading: [string, Call][] = [
      ["list", (apiKey) => find("", { key: apiKey })],
      ["read", (apiKey) => read(id, { key: apiKey })],
      ["stats", (apiKey) => readStats({ key: apiKey })],
    ];
    const writing: [string, Call][] = [
      ["patch", (apiKey) => patch(id, { notes: "n" }, { key: apiKey })],
      ["bulk", (apiKey) => change({ ids: [id], change: { notes: "n" } }, { key: apiKey })],
    ];
    for (const [calls, permitted, forbidden, scope] of [
      [reading, reader, writer, "shadow_ai:read"],
      [writing, writer, reader, "shadow_ai:write"],
    ] as const) {
      for (const [name, call] of calls) {
        expect([name, (await call(permitted)).status]).toEqual([name, 200]);
        const rejected = await call(forbidden);
        expect([name, rejected.status, rejected.body.requiredScope]).toEqual([name, 403, scope]);
      }
    }
  });

  test("another organisation cannot read or change a detection", async () => {
    const { id } = await openDetection(analyst);
    const stranger = await createAnalyst();
    const apiKey = await keyOf(stranger, ["shadow_ai:read", "shadow_ai:write"]);
    const absent = newId("detection");
    const without = ({ message, error, details }: Reason) => ({ message, error, details });
    for (const call of [
      (wanted: string) => read(wanted, { key: apiKey }),
      (wanted: string) => patch(wanted, { status: "INVESTIGATING" }, { key: apiKey }),
    ]) {
      const [foreign, missing] = [await call(id), await call(absent)];
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(without(foreign.body)).toEqual(without(missing.body));
    }
    const both = await change({ ids: [id, absent], change: { notes: "n" } }, { key: apiKey });
    expect(both.body.results.map(({ error }) => error)).toEqual(["not_found", "not_found"]);
    expect((await find("", { key: apiKey })).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
      summary: { open: 0 },
    });
    const { body } = await readStats({ key: apiKey });
    expect(body).toMatchObject({ summary: { openDetections: 0 }, providers: [] });
    expect((await read(id)).body).toMatchObject({ status: "OPEN", notes: null });
  });

  test.each(["stats", "sad_", "sad_\u0000", "x".repeat(500), "detections"])("the id %j returns 404", async (id) => {
    expect((await read("x", { params: { id } })).status).toBe(404);
  });
});
