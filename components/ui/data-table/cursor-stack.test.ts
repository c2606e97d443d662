import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CursorStack,
  cursorOf,
  firstPage,
  nextPage,
  previousPage,
  stackOf,
} from "@/components/ui/data-table/use-list";

const pages = 4;
const cursorAfter = (page: number) => (page + 1 < pages ? `c${page + 1}` : undefined);

/** A step on the stack, and the number of the page that it should lead to. */
type Step = (state: { stack: CursorStack; page: number }) => { stack: CursorStack; page: number };

const next: Step = ({ stack, page }) => ({
  stack: nextPage(stack, cursorAfter(page)),
  page: Math.min(page + 1, pages - 1),
});
const previous: Step = ({ stack, page }) => ({ stack: previousPage(stack), page: Math.max(page - 1, 0) });
const filterBy =
  (of: string): Step =>
  ({ stack, page }) => ({ stack: stackOf(stack, of), page: stack.of === of ? page : 0 });

test("pages go forward and back, and other filters return to the first page", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(next, previous, filterBy("a"), filterBy("b"))), (steps) => {
      let state = { stack: firstPage("a"), page: 0 };
      for (const step of steps) {
        state = step(state);
        expect(cursorOf(state.stack)).toBe(state.page === 0 ? undefined : `c${state.page}`);
      }
    }),
  );
});

test("the same cursor advances by one page only", () => {
  const once = nextPage(firstPage("a"), "c1");
  expect(nextPage(once, "c1")).toEqual(once);
});
