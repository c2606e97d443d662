import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NewDetections } from "@/components/features/overview/new-detections";

const counts = { new24h: 1, new7d: 2, previous7d: 3, open: 31, investigating: 8, top: [] };
const render = (isDetecting: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <NewDetections detections={counts} isDetecting={isDetecting} />
    </MantineProvider>,
  );

test("without a log source, the panel does not report zero detections", () => {
  const html = render(false);
  expect(html).toContain("Detection is not running");
  expect(html).not.toContain("new in the last 24 hours");
});

test("the number of open detections links to a list that contains snoozed ones", () => {
  const html = render(true);
  expect(html).toMatch(/href="\/shadow-ai\?snoozed=all">31 open</);
  expect(html).toMatch(/href="\/shadow-ai\?status=INVESTIGATING&amp;snoozed=all">8 under investigation</);
});
