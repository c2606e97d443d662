import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageState, type Selection, toggle, togglePage, toggleRange } from "@/components/ui/data-table/selection";

const page = ["a", "b", "c", "d", "e"];
const none: Selection = { ids: new Set(), anchor: null };
const ids = ({ ids: selected }: Selection) => [...selected].sort().join("");

describe("selecting rows", () => {
  it("selects a range in both directions", () => {
    expect(ids(toggleRange(toggle(none, "b"), "d", page))).toBe("bcd");
    expect(ids(toggleRange(toggle(none, "d"), "b", page))).toBe("bcd");
  });

  it("deselects a range from a deselected anchor", () => {
    const all = togglePage(none, page);
    expect(ids(toggleRange(toggle(all, "b"), "d", page))).toBe("ae");
  });

  it("selects one row if the anchor is on another page", () => {
    const elsewhere = toggle(none, "z");
    expect(ids(toggleRange(elsewhere, "c", page))).toBe("cz");
  });

  it("selects only the rows of the page", () => {
    const all = togglePage(toggle(none, "z"), page);
    expect(ids(all)).toBe("abcdez");
    expect(ids(togglePage(all, page))).toBe("z");
    expect(pageState(all.ids, page)).toBe("all");
    expect(pageState(toggle(none, "a").ids, page)).toBe("some");
    expect(pageState(new Set(), [])).toBe("none");
  });

  it("keeps rows of other pages and does not mutate its input", () => {
    const row = fc.constantFrom(...page);
    const step = fc.oneof(
      row.map((id) => (now: Selection) => toggle(now, id)),
      row.map((id) => (now: Selection) => toggleRange(now, id, page)),
      fc.constant((now: Selection) => togglePage(now, page)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let now: Selection = { ids: new Set(["other"]), anchor: null };
        for (const apply of steps) {
          const before = [...now.ids];
          const next = apply(now);
          expect([...now.ids]).toEqual(before);
          expect(next.ids.has("other")).toBe(true);
          now = next;
        }
      }),
    );
  });
});
