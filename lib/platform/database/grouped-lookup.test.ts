import { expect, test, vi } from "vitest";
import { GroupedLookup } from "@/lib/platform/database/grouped-lookup";

/** Queries that the test ends. `damaged` cannot be read, like a record on a broken page. */
function setUp() {
  const waiting: (() => void)[] = [];
  const find = vi.fn(async (organisationId: string, ids: string[]) => {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    if (ids.includes("damaged")) throw Object.assign(new Error("invalid page"), { code: "XX001" });
    if (ids.includes("unreachable")) throw Object.assign(new Error("connection lost"), { code: "ECONNRESET" });
    const known = ids.filter((id) => id !== "missing");
    return new Map(known.map((id) => [id, `${organisationId} ${id}`]));
  });
  const lookup = new GroupedLookup<string>(find);
  const groups = () => find.mock.calls.map(([organisationId, ids]) => `${organisationId}: ${ids.join(" ")}`);
  /** Ends the running queries, and those that follow, until all look-ups have an answer. */
  const settle = async (lookups: Promise<unknown>[]) => {
    const settled = Promise.allSettled(lookups);
    let isOver = false;
    void settled.then(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const end of waiting.splice(0)) end();
      await new Promise(setImmediate);
    }
    return (await settled).map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message));
  };
  const get = (...ids: string[]) => ids.map((id) => lookup.get("a", id));
  return { lookup, get, groups, settle };
}

test("look-ups that arrive together or during a query share a query, and each gets its own record", async () => {
  const { get, groups, settle } = setUp();
  const first = get("1", "2");
  await new Promise(setImmediate);
  const answers = await settle([...first, ...get("3", "missing", "1", "3")]);
  expect(answers).toEqual(["a 1", "a 2", "a 3", undefined, "a 1", "a 3"]);
  expect(groups()).toEqual(["a: 1 2", "a: 3 missing 1"]);
  expect(await settle(get("1"))).toEqual(["a 1"]);
  expect(groups()).toHaveLength(3);
});

test("organisations never share a query", async () => {
  const { lookup, groups, settle } = setUp();
  const answers = await settle(["a", "b"].map((organisationId) => lookup.get(organisationId, "1")));
  expect(answers).toEqual(["a 1", "b 1"]);
  expect(groups()).toEqual(["a: 1", "b: 1"]);
});

test("a group has at most 50 look-ups", async () => {
  const { get, groups, settle } = setUp();
  await settle(get(...Array.from({ length: 101 }, (_, i) => String(i))));
  expect(groups().map((group) => group.split(" ").length - 1)).toEqual([50, 50, 1]);
});

test("a record that cannot be read fails only its own look-up", async () => {
  const { get, settle } = setUp();
  expect(await settle(get("1", "2", "damaged", "3"))).toEqual(["a 1", "a 2", "invalid page", "a 3"]);
});

test("a query that fails for all of its look-ups is not repeated", async () => {
  const { get, groups, settle } = setUp();
  expect(await settle(get("damaged", "damaged"))).toEqual(["invalid page", "invalid page"]);
  expect(groups()).toHaveLength(1);
});

test("a lost database fails the group without further queries", async () => {
  const { get, groups, settle } = setUp();
  const lost = "connection lost";
  expect(await settle(get("1", "unreachable", "2"))).toEqual([lost, lost, lost]);
  expect(groups()).toHaveLength(1);
});
