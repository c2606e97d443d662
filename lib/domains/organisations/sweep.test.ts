import { expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { sweepOrganisations } from "@/lib/domains/organisations";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

test("a sweep continues after a failure of one organisation, but not without the database", async () => {
  const clock = createTestClock();
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await createTestContext(clock)).organisation.id);
  const [first, second, third] = ids.sort();
  const visited: string[] = [];
  const sweep = (after: string, error: Error) =>
    sweepOrganisations({ after, limit: 2 }, "could not work", async ({ id }) => {
      visited.push(id);
      throw error;
    });
  expect(await sweep("", new Error("broken"))).toEqual({ after: second });
  expect(await sweep(second ?? "", new Error("broken"))).toEqual({ after: undefined });
  expect(visited).toEqual([first, second, third]);
  const unavailable = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  await expect(sweep("", unavailable)).rejects.toBe(unavailable);
  expect(visited).toHaveLength(4);
});
