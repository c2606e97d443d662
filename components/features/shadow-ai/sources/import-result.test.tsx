import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ImportResult } from "@/components/features/shadow-ai/sources/import-result";

const lines = { lines: 10, accepted: 6, counted: 2, duplicates: 1, rejected: 1 };
const report = {
  ...{ ...lines, format: "squid" as const, errors: [], warning: null },
  skipped: [{ reason: "EMPTY" as const, lines: 2 }],
};

function render(given: Partial<typeof report> | { skipped: null } = {}) {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ImportResult report={{ ...report, ...given }} />
    </MantineProvider>,
  );
  const shares = [...html.matchAll(/--progress-section-size:([\d.]+)%/g)].map(([, share]) => Number(share));
  return { shares, hasNote: html.includes("several records"), html };
}

test("outcomes that add up to the lines have a bar with the share of each", () => {
  expect(render()).toMatchObject({ shares: [20, 40, 10, 10, 20], hasNote: false });
  expect(render({ rejected: 0, lines: 9 }).shares).toHaveLength(4);
});

test.each([
  ["a line contains several records", { accepted: 60 }, true],
  ["lines have no outcome because the import was stopped", { lines: 12 }, false],
  ["skipped lines were not counted", { skipped: null }, false],
  ["the log is empty", { ...lines, lines: 0, accepted: 0, counted: 0, duplicates: 0, rejected: 0, skipped: [] }, false],
])("there is no bar if %s", (_, given, hasNote) => {
  expect(render(given)).toMatchObject({ shares: [], hasNote });
});

test("states that AI records may not lead to a detection only if there are AI records", () => {
  expect(render().html).toContain("Not every AI record leads to a detection.");
  expect(render({ counted: 0 }).html).not.toContain("Not every AI record");
});
