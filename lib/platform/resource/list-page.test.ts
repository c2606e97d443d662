import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/platform/core/context";
import { listPage } from "@/lib/platform/resource/list-page";

const ids = ["e", "d", "c", "b", "a"];

/** Lists `ids`, newest first, without a database. */
function list(query: { limit: number; cursor?: string; kind?: string }, organisationId = "org_1") {
  const ctx = { organisation: { id: organisationId }, tx: {} } as unknown as Context;
  return listPage(ctx, {
    name: "letters",
    query,
    count: async () => ids.length,
    rows: async ({ before, take }) =>
      ids
        .filter((id) => before === undefined || id < before)
        .slice(0, take)
        .map((id) => ({ id })),
  });
}

describe("listPage", () => {
  test.each([
    { limit: 4, hasMore: true },
    { limit: 5, hasMore: false },
    { limit: 6, hasMore: false },
  ])("hasMore is correct for a page of $limit of 5", async ({ limit, hasMore }) => {
    const { rows, pagination } = await list({ limit });
    expect(rows).toHaveLength(Math.min(limit, 5));
    expect(pagination).toMatchObject({ total: 5, limit, offset: 0, hasMore });
    expect("nextCursor" in pagination).toBe(hasMore);
  });

  test("returns each row once over all pages", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      expect(page.pagination).toMatchObject({ total: 5, offset: seen.length });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
  });

  test("rejects a cursor of other filters or another organisation", async () => {
    const { nextCursor: cursor = "" } = (await list({ limit: 2, kind: "x" })).pagination;
    await expect(list({ limit: 2, kind: "y", cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(list({ limit: 2, kind: "x", cursor }, "org_2")).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(list({ limit: 3, kind: "x", cursor })).resolves.toMatchObject({ rows: [{ id: "c" }, {}, {}] });
  });
});
