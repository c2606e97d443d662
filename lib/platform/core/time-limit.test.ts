import { expect, test } from "vitest";
import { withTimeLimit } from "@/lib/platform/core/time-limit";

test("work that does not finish in time is rejected, and other results are returned", async () => {
  await expect(withTimeLimit(1, () => new Promise(() => undefined))).rejects.toThrow("no response within 1 ms");
  await expect(withTimeLimit(60_000, async () => "done")).resolves.toBe("done");
  await expect(withTimeLimit(60_000, async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
