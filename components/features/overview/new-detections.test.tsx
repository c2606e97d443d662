import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NewDetections } from "@/components/features/overview/new-detections";

const counts = { new24h: 1, new7d: 2, previous7d: 3, open: 31, investigating: 8, top: [] };
const render = (isDetecting: boolean, silentSources = 0) =>
  renderToStaticMarkup(
    <MantineProvider>
      <NewDetections detections={counts} isDetecting={isDetecting} silentSources={silentSources} />
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

test("silent log sources are stated beside the numbers", () => {
  expect(render(true)).not.toContain("May be incomplete");
  expect(render(true, 1)).toMatch(
    /May be incomplete: <a [^>]*href="\/shadow-ai\/sources">1 log source is silent<\/a>\./,
  );
  expect(render(true, 2)).toContain("2 log sources are silent");
});
