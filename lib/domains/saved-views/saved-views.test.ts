import { beforeAll, describe, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "@/lib/domains/saved-views";
import { CreateSavedView, type SavedView, UpdateSavedView } from "@/lib/domains/saved-views/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import type { Context } from "@/lib/platform/core/context";
import { roles } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const clock = createTestClock();
let ctx: Context;
let ada: Context;
let ben: Context;
let stranger: Context;

beforeAll(async () => {
  ctx = await createTestContext(clock);
  ada = await createTestPerson(ctx, "ANALYST", "Ada");
  ben = await createTestPerson(ctx, "ANALYST", "Ben");
  stranger = await createTestPerson(await createTestContext(clock), "ANALYST", "Eve");
});

let names = 0;

function save(person: Context, given: Partial<CreateSavedView> = {}): Promise<SavedView> {
  names += 1;
  return createSavedView(person, { page: "shadow-ai", name: `View ${names}`, query: "q=x", shared: false, ...given });
}

async function idsFor(person: Context): Promise<string[]> {
  return (await listSavedViews(person, {})).data.map(({ id }) => id);
}

describe("visibility", () => {
  test("members see their own views, by page", async () => {
    const person = await createTestPerson(ctx, "VIEWER", "Cleo");
    const saved = await save(person, { name: "Critical", query: "severity=CRITICAL" });
    expect(saved).toEqual({
      id: expect.stringMatching(/^view_/),
      page: "shadow-ai",
      name: "Critical",
      query: "severity=CRITICAL",
      shared: false,
      mine: true,
      ownerName: "Cleo",
      createdAt: new Date(clock.nowMs).toISOString(),
      updatedAt: new Date(clock.nowMs).toISOString(),
    });
    await save(person, { page: "audit" });
    expect(await listSavedViews(person, { page: "shadow-ai" })).toMatchObject({ data: [{ id: saved.id }] });
  });

  test("shared views are listed after the member's own, only within the organisation", async () => {
    const shared = await save(ada, { shared: true, name: "A shared one" });
    const hidden = await save(ada);
    const own = await save(ben, { name: "Z" });
    const seen = (await listSavedViews(ben, { page: "shadow-ai" })).data;
    expect(seen.map(({ id }) => id)).not.toContain(hidden.id);
    expect(seen.find(({ id }) => id === shared.id)).toMatchObject({ mine: false, ownerName: "Ada", shared: true });
    expect(seen.findIndex(({ id }) => id === own.id)).toBeLessThan(seen.findIndex(({ id }) => id === shared.id));
    expect(await idsFor(stranger)).toEqual([]);
  });

  test("API keys cannot use views", async () => {
    const key: Context = { ...ctx, actor: { kind: "api-key", id: "key_1", name: "K" }, scopes: new Set(["admin"]) };
    await expect(listSavedViews(key, {})).rejects.toMatchObject({ code: "insufficient_scope" });
    await expect(save(key)).rejects.toMatchObject({ code: "insufficient_scope" });
  });
});

describe("ownership", () => {
  const rejections: [string, () => Promise<Context>, { shared: boolean }, string][] = [
    ["a colleague with access to a shared view", async () => ben, { shared: true }, "insufficient_scope"],
    ["a colleague without access to a private view", async () => ben, { shared: false }, "not_found"],
    ["a member of another organisation", async () => stranger, { shared: true }, "not_found"],
    [
      "an administrator with access to a shared view",
      () => createTestPerson(ctx, "ADMIN"),
      { shared: true },
      "insufficient_scope",
    ],
  ];

  test.for(rejections)("%s cannot update or delete it", async ([, other, given, code]) => {
    const person = await other();
    const view = await save(ada, given);
    await expect(updateSavedView(person, view.id, { name: "Mine now" })).rejects.toMatchObject({ code });
    await expect(deleteSavedView(person, view.id)).rejects.toMatchObject({ code });
    expect((await listSavedViews(ada, {})).data).toContainEqual(view);
  });

  test("the owner can update a view and delete it for everyone", async () => {
    const view = await save(ada, { shared: true });
    clock.nowMs += 1_000;
    const changed = await updateSavedView(ada, view.id, { query: "status=OPEN" });
    expect(changed).toEqual({ ...view, query: "status=OPEN", updatedAt: new Date(clock.nowMs).toISOString() });
    expect(await updateSavedView(ada, view.id, { query: "status=OPEN" })).toEqual(changed);
    await deleteSavedView(ada, view.id);
    expect(await idsFor(ben)).not.toContain(view.id);
    await expect(deleteSavedView(ada, view.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

test.for(roles.map((role) => [role, ["ANALYST", "APPROVER"].includes(role)] as const))(
  "%s can share views: %s",
  async ([role, allowed]) => {
    const person = await createTestPerson(ctx, role);
    const view = await save(person);
    const attempts = [() => save(person, { shared: true }), () => updateSavedView(person, view.id, { shared: true })];
    for (const attempt of attempts) {
      if (allowed) expect(await attempt()).toMatchObject({ shared: true });
      else
        await expect(attempt()).rejects.toMatchObject({
          code: "insufficient_scope",
          members: { requiredPermission: "views:share" },
        });
    }
    expect(await updateSavedView(person, view.id, { shared: false })).toMatchObject({ shared: false });
  },
);

describe("limits", () => {
  test("a name is unique per owner and page", async () => {
    await save(ada, { name: "The same" });
    await expect(save(ada, { name: "The same" })).rejects.toMatchObject({
      code: "conflict",
      details: [{ path: "name" }],
    });
    await save(ada, { name: "The same", page: "audit" });
    await save(ben, { name: "The same" });
    const other = await save(ada);
    await expect(updateSavedView(ada, other.id, { name: "The same" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("one of two concurrent views with the same name is saved", async () => {
    const outcomes = await Promise.allSettled([save(ada, { name: "At once" }), save(ada, { name: "At once" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes).toContainEqual({ status: "rejected", reason: expect.objectContaining({ code: "conflict" }) });
  });

  test("a member has up to 50 views, also with concurrent requests", async () => {
    const person = await createTestPerson(ctx, "VIEWER");
    for (let n = 0; n < 48; n++) await save(person);
    const outcomes = await Promise.allSettled([save(person), save(person), save(person), save(person)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const [one = ""] = await idsFor(person);
    await deleteSavedView(person, one);
    await save(person);
    await expect(save(person)).rejects.toMatchObject({ code: "conflict" });
  });
});

const invalid: [string, unknown][] = [
  ["page", { page: "nowhere", name: "N", query: "" }],
  ["page", { name: "N", query: "" }],
  ["name", { page: "audit", name: "  ", query: "" }],
  ["name", { page: "audit", name: "x".repeat(101), query: "" }],
  ["query", { page: "audit", name: "N", query: "?q=x" }],
  ["query", { page: "audit", name: "N", query: "q=x#y" }],
  ["query", { page: "audit", name: "N", query: "q=\n" }],
  ["query", { page: "audit", name: "N", query: "x".repeat(2_001) }],
  ["shared", { page: "audit", name: "N", query: "", shared: "yes" }],
];

test.for(invalid)("a view with an invalid %s is rejected: %j", ([path, given]) => {
  const issues = CreateSavedView.safeParse(given).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
});

test("an update requires a member and cannot set the page", () => {
  expect(UpdateSavedView.safeParse({}).success).toBe(false);
  expect(UpdateSavedView.safeParse({ page: "audit" }).success).toBe(false);
  expect(UpdateSavedView.safeParse({ query: "" }).success).toBe(true);
});
