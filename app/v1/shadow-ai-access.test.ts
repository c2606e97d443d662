import { describe, expect, test } from "vitest";
import { change, find, keyOf, ownAnalyst, patch, read, readStats } from "@/app/v1/testing/shadow-ai";
import { createAnalyst, openDetection } from "@/lib/domains/shadow-ai/testing/detections";
import { newId } from "@/lib/platform/core/ids";

const analyst = ownAnalyst();

interface Reason {
  message: string;
  error: string;
  details: unknown;
}

describe("scopes and tenants", () => {
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

  test.each(["stats", "sad_", "sad_\u0000", "x".repeat(500), "detections"])("the ID %j returns 404", async (id) => {
    expect((await read("x", { params: { id } })).status).toBe(404);
  });
});
