import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { connectionsTo } from "./connections";

const guide = readFileSync("docs/operations/log-sources.md", "utf8");
const sections = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
  String(title)
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-"),
);

describe("the ways to connect a source", () => {
  it.each(connectionsTo("https://audit.example.com", "edge"))("$name names the source and its guide", (connection) => {
    expect(connection.value).toMatch(/source[ =]edge/);
    expect(sections).toContain(connection.guide);
  });

  it.each(connectionsTo("https://audit.example.com", "edge").filter(({ value }) => value.startsWith("https:")))(
    "$name has an address that the guide contains",
    ({ value }) => {
      expect(guide).toContain(new URL(value).pathname);
    },
  );
});
