import { afterEach, expect, test, vi } from "vitest";
import { step } from "@/components/ui/palette/command-palette";
import { matches, offeredActions } from "@/components/ui/palette/palette-actions";
import { isSearchable, kindOf, search } from "@/components/ui/palette/palette-search";
import { type Permission, rolePermissions } from "@/lib/platform/core/roles";

const labels = (permissions: readonly Permission[], query = "") =>
  offeredActions({ permissions: [...permissions], operatesService: false }, query).flatMap(({ actions }) =>
    actions.map(({ label }) => label),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the palette offers only permitted actions", () => {
  const guarded = [
    ...["New evidence package", "Import log", "Create API key", "Invite member"],
    ...["New alert policy", "Add integration"],
  ];
  expect(labels(rolePermissions.VIEWER).filter((label) => guarded.includes(label))).toEqual([]);
  expect(labels(rolePermissions.ANALYST)).toEqual(expect.arrayContaining(["New evidence package", "Import log"]));
  expect(labels(rolePermissions.ADMIN)).toEqual(expect.arrayContaining(["Create API key", "Invite member"]));
});

test.each([
  ["aud tr", true],
  ["trail AUDIT", true],
  ["chain", true],
  ["rail", false],
  ["audit x", false],
  ["", true],
])("the audit trail matches %j: %s", (query, found) => {
  expect(matches({ label: "Audit trail", words: "events chain" }, query)).toBe(found);
});

test.each([
  ["evt_01kahbc2g8m9n4q6r1s7t3v5wx", "Event"],
  ["hold_01kahbc2g8m9n4q6r1s7t3v5wx", "Legal hold"],
  ["usr_01kahbc2g8m9n4q6r1s7t3v5wx", undefined],
  ["evt_", undefined],
  ["openai", undefined],
  ["constructor_01kahbc2", undefined],
])("the ID %s belongs to: %s", (text, name) => {
  expect(kindOf(text)?.name).toBe(name);
});

test("a search needs two characters", () => {
  expect([isSearchable(""), isSearchable("o"), isSearchable("op")]).toEqual([false, false, true]);
});

test("a search reads only permitted resources", async () => {
  const asked = answer({ data: [] });
  await search("openai", ["models:read"], new AbortController().signal);
  expect(asked()).toEqual(["/v1/models?limit=5&q=openai"]);
});

test("an ID finds its resource, or nothing if it does not exist", async () => {
  const id = "sad_01kahbc2g8m9n4q6r1s7t3v5wx";
  answer({ id });
  expect(await search(id, rolePermissions.VIEWER, new AbortController().signal)).toMatchObject([
    { actions: [{ label: `Detection ${id}`, run: { href: `/shadow-ai/${id}` } }] },
  ]);
  answer({ error: "not_found", message: "No." }, 404);
  expect(await search(id, rolePermissions.VIEWER, new AbortController().signal)).toEqual([]);
});

function answer(body: unknown, status = 200): () => string[] {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return () => fetched.mock.calls.map(([url]) => String(url));
}

test.each([
  ["ArrowDown", 0, 3, 1],
  ["ArrowDown", 2, 3, 0],
  ["ArrowUp", 0, 3, 2],
  ["Home", 1, 3, undefined],
  ["ArrowDown", -1, 0, undefined],
])("%s from %i of %i moves to %s", (key, from, count, to) => {
  expect(step(key, from, count)).toBe(to);
});
