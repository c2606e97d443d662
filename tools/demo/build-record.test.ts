import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashSources, isBuildFresh, recordBuild } from "./build-record";

let root: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "build-record-"));
  write("app/page.tsx", "page");
  write("lib/platform/config/env.ts", "env");
  write("next.config.ts", "config");
  write("package-lock.json", "{}");
  await build("first");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function build(id: string): Promise<void> {
  const sources = await hashSources(root);
  write(".next/BUILD_ID", id);
  await recordBuild(root, sources);
}

describe("a recorded build", () => {
  it("is fresh", async () => {
    await expect(isBuildFresh(root)).resolves.toBe(true);
  });

  it.each<[what: string, change: () => void]>([
    ["a changed source", () => write("app/page.tsx", "changed")],
    ["a new source", () => write("components/chart.tsx", "chart")],
    ["a deleted source", () => rmSync(join(root, "lib/platform/config/env.ts"))],
    [
      "a moved source",
      () => {
        rmSync(join(root, "lib/platform/config/env.ts"));
        write("lib/environment.ts", "env");
      },
    ],
    ["changed dependencies", () => write("package-lock.json", '{"a":1}')],
    ["changed settings", () => write("next.config.ts", "other")],
    ["a changed database schema", () => write("prisma/schema/models.prisma", "model")],
    ["a build by another process", () => write(".next/BUILD_ID", "second")],
    ["an unfinished build", () => rmSync(join(root, ".next/BUILD_ID"))],
    ["a truncated record", () => write(".next/demo-build.json", '{"buildId":')],
    ["a record of another type", () => write(".next/demo-build.json", "null")],
    ["no build", () => rmSync(join(root, ".next"), { recursive: true })],
  ])("%s makes it stale", async (_what, change) => {
    change();
    await expect(isBuildFresh(root)).resolves.toBe(false);
  });

  it.each<[what: string, change: () => void]>([
    ["a test", () => write("lib/platform/config/env.test.ts", "test")],
    ["a document", () => write("lib/README.md", "words")],
    ["a file that is not a source", () => write("tools/demo.ts", "demo")],
  ])("%s does not make it stale", async (_what, change) => {
    change();
    await expect(isBuildFresh(root)).resolves.toBe(true);
  });
});

it("distinguishes file names from contents", async () => {
  const before = await hashSources(root);
  write("app/page.tsx", "pag");
  write("app/page.tsxe", "");
  await expect(hashSources(root)).resolves.not.toBe(before);
});
