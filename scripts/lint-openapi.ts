import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApiDocument } from "@/app/v1/openapi.json/document";

/** Builds the OpenAPI document, without a server or a database, and has Redocly judge it by redocly.yaml. */
const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const redocly = require.resolve("@redocly/cli/bin/cli.js");

const folder = mkdtempSync(join(tmpdir(), "openapi-"));
try {
  const document = openApiDocument();
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document, null, 2));
  const lint = [redocly, "lint", file, "--config", join(root, "redocly.yaml"), "--format", "stylish"];
  const { status, stdout, stderr } = spawnSync(process.execPath, lint, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  if (status === 0) {
    const operations = Object.values(document.paths).flatMap(Object.keys);
    console.log(`OpenAPI document: ${operations.length} operations, no problems`);
  } else {
    console.error(stdout + stderr);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
