import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CursorStack,
  cursorOf,
  firstPage,
  nextPage,
  previousPage,
  stackOf,
} from "@/components/ui/data-table/use-list";

/** A list of some pages, whose page n is asked for with the cursor `c<n>`. */
interface Model {
  page: number;
}

interface Real {
  stack: CursorStack;
}

const pages = 4;
const cursorAfter = (page: number) => (page + 1 < pages ? `c${page + 1}` : undefined);

class Next implements fc.Command<Model, Real> {
  check = () => true;
  run(model: Model, real: Real): void {
    real.stack = nextPage(real.stack, cursorAfter(model.page));
    model.page = Math.min(model.page + 1, pages - 1);
    expectPage(model, real);
  }
  toString = () => "next";
}

class Previous implements fc.Command<Model, Real> {
  check = () => true;
  run(model: Model, real: Real): void {
    real.stack = previousPage(real.stack);
    model.page = Math.max(model.page - 1, 0);
    expectPage(model, real);
  }
  toString = () => "previous";
}

class OtherFilters implements fc.Command<Model, Real> {
  constructor(readonly of: string) {}
  check = () => true;
  run(model: Model, real: Real): void {
    if (real.stack.of !== this.of) model.page = 0;
    real.stack = stackOf(real.stack, this.of);
    expectPage(model, real);
  }
  toString = () => `filters ${this.of}`;
}

function expectPage(model: Model, { stack }: Real): void {
  expect(cursorOf(stack)).toBe(model.page === 0 ? undefined : `c${model.page}`);
}

describe("the pages of a list", () => {
  it("go forth and back, and begin anew under other filters", () => {
    const commands = fc.commands([
      fc.constant(new Next()),
      fc.constant(new Previous()),
      fc.constantFrom("a", "b").map((of) => new OtherFilters(of)),
    ]);
    fc.assert(
      fc.property(commands, (steps) => {
        fc.modelRun(() => ({ model: { page: 0 }, real: { stack: firstPage("a") } }), steps);
      }),
    );
  });

  it("go one page on however often the same cursor is given", () => {
    const once = nextPage(firstPage("a"), "c1");
    expect(nextPage(once, "c1")).toEqual(once);
  });
});
