import { expect, test } from "vitest";
import { readTexts } from "@/lib/shadow-ai/ingest/testing/read-texts";

const line = (extension: string) =>
  `CEF:0|Vendor|Proxy|1.0|100|Web request|3|rt=1795342500000 src=10.20.30.40 dhost=claude.ai ${extension}`;

test.each([
  ["milliseconds", "start=1795342498750 end=1795342500000", 1_250],
  ["dates", "start=Nov 22 2026 10:14:30 end=Nov 22 2026 10:15:00", 30_000],
  ["dates with fractions and a zone", "start=Nov 22 2026 10:14:58.500 UTC end=Nov 22 2026 11:15:00.250 +0100", 1_750],
  ["dates without a year", "end=Nov 22 10:15:00 start=Nov 22 10:14:59", 1_000],
  ["either form", "start=Nov 22 2026 10:14:59 UTC end=1795342500000", 1_000],
  ["a duration of its own wins", "start=1795342498750 end=1795342500000 duration=7", 7_000],
  ["a duration that is none", "start=1795342498750 end=1795342500000 duration=-", 1_250],
  ["no end", "start=1795342498750", null],
  ["no start", "end=1795342500000", null],
  ["one moment twice", "start=1795342500000 end=1795342500000", null],
  ["an end before the start", "start=1795342500000 end=1795342498750", null],
  ["no times", "start=soon end=later", null],
])("start and end give the duration: %s", async (_, extension, durationMs) => {
  const { records, bad } = await readTexts([line(extension)]);
  expect(bad).toEqual([]);
  expect(records).toMatchObject([{ host: "claude.ai", atMs: 1_795_342_500_000, durationMs }]);
});
