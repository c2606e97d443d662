import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RetentionNote } from "./retention-note";

const generatedAt = "2026-11-30T10:00:00.000Z";

test.each([
  ["EU_AI_ACT_ANNEX_IV", "2027-11-30T10:00:00.000Z", /Article 18\(1\).*ten years.*less than ten years/],
  ["EU_AI_ACT_ANNEX_IV", "2036-11-30T10:00:00.000Z", /^$/],
  ["ISO_42001", "2027-11-30T10:00:00.000Z", /^$/],
] as const)("a package for %s that is stored until %s: %s", (framework, expiresAt, text) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RetentionNote framework={framework} generatedAt={generatedAt} expiresAt={expiresAt} />
    </MantineProvider>,
  );
  expect(html.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<[^>]*>/g, "")).toMatch(text);
});
