import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { operationsOf, routes } from "./operations";

const api = join(import.meta.dirname, "..");
const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test|testing)\.ts$/.test(file),
);

it("lists the handlers of every file below app/v1 that declares some", async () => {
  const listed = new Set(routes.map(([, handlers]) => (handlers as Record<string, unknown>)["GET"]));
  const declared = await Promise.all(
    files.map(async (file) => Object.values((await import(join(api, file))) as Record<string, object>)),
  );
  const tables = declared.flat().filter((value) => Object.keys(value).some((key) => key.startsWith("/v1/")));
  expect(tables.length).toBeGreaterThan(5);
  for (const [path, handlers] of tables.flatMap(
    (table) => Object.entries(table) as [string, Record<string, unknown>][],
  )) {
    if (path !== "/v1/openapi.json") expect([path, listed.has(handlers["GET"])]).toEqual([path, true]);
  }
});

it.each(routes)("%s has an operation", (path, module) => {
  expect(operationsOf([[path, module]])).not.toEqual([]);
});
