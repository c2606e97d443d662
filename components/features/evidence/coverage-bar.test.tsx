import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CoverageBar } from "./coverage-bar";

const byStatus = {
  EVIDENCED: 0,
  PARTIAL: 2,
  NO_EVENTS_IN_PERIOD: 0,
  NOT_EVIDENCED_BY_EVENTS: 0,
  OUT_OF_SCOPE: 0,
};

function textOf(more: { ADVERSE?: number }, needed: number): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CoverageBar
        coverage={{ countedAs: "controls", total: 2, headline: "", byStatus: { ...byStatus, ...more } }}
        controls={[
          { counted: true, status: "PARTIAL" },
          { counted: true, status: "PARTIAL" },
          { counted: false, status: "NOT_EVIDENCED_BY_EVENTS" },
        ]}
        documents={{ supplied: 1, needed }}
        note="Based on 3 events."
      />
    </MantineProvider>,
  );
  return html
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

test("states what is counted, the other requirements and the supplied documents", () => {
  const text = textOf({ ADVERSE: 0 }, 2);
  expect(text).toContain("Documents: 1 of 2 supplied");
  expect(text).toContain("2 controls:");
  expect(text).toContain("Not counted: 1 clause (1 to supply as a document).");
  expect(text).toContain("A control is “Adverse” if any event records a problem");
});

test("does not mention adverse evidence or documents of packages that do not state them", () => {
  const text = textOf({}, 0);
  expect(text).not.toContain("is “Adverse”");
  expect(text).not.toContain("Documents:");
});
