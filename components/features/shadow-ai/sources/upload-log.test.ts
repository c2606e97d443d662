import fc from "fast-check";
import { expect, test } from "vitest";
import { sourceNameOf } from "@/components/features/shadow-ai/sources/upload-log";
import { SourceName } from "@/lib/domains/shadow-ai/schemas-sources";

test.each([
  ["squid.access.log.gz", "squid.access"],
  ["Proxy (London) 2026-11-20.log", "Proxy-London-2026-11-20"],
  ["__eve.json", "eve"],
  ["日志.log", "upload"],
  ["", "upload"],
])("the file name %s becomes the source %s", (fileName, source) => {
  expect(sourceNameOf(fileName)).toBe(source);
});

test("every file name becomes a source name that is valid for the API", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (fileName) => {
      expect(SourceName.safeParse(sourceNameOf(fileName)).success).toBe(true);
    }),
  );
});
