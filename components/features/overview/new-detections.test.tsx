import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NewDetections } from "@/components/features/overview/new-detections";

test("the number of open detections links to a list that contains snoozed ones", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <NewDetections detections={{ new24h: 1, new7d: 2, previous7d: 3, open: 31, investigating: 8, top: [] }} />
    </MantineProvider>,
  );
  expect(html).toMatch(/href="\/shadow-ai\?snoozed=all">31 open</);
  expect(html).toMatch(/href="\/shadow-ai\?status=INVESTIGATING&amp;snoozed=all">8 under investigation</);
});
