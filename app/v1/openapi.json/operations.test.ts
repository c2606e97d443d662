import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { operationsOf, routes } from "./operations";

const api = join(import.meta.dirname, "..");

/** The paths that the folders below app/v1 serve, but for unknown ones and this document. */
const served = readdirSync(api, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith("/route.ts") && !file.includes("[...") && file !== "openapi.json/route.ts")
  .map((file) => `/v1/${file.slice(0, -"/route.ts".length).replace(/\[([^\]]+)\]/g, "{$1}")}`);

it("lists every route file under the path of its folder", () => {
  expect(routes.map(([path]) => path).sort()).toEqual(served.sort());
});

it.each(routes)("%s lists the module of its own folder", async (path, listed) => {
  const file = `${path.replace("/v1/", "").replace(/\{([^}]+)\}/g, "[$1]")}/route.ts`;
  const found = (await import(join(api, file))) as Record<string, unknown>;
  expect((listed as Record<string, unknown>)["GET"]).toBe(found["GET"]);
});

it.each(routes)("%s has an operation", (path, module) => {
  expect(operationsOf([[path, module]])).not.toEqual([]);
});
