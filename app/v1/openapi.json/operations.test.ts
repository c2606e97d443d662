import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resources, route } from "@/lib/platform/http";
import { servedRoutes } from "../served-routes";
import { openApiDocument } from "./document";
import { operationsOf, routes } from "./operations";

type Table = [path: string, handlers: Partial<Record<string, unknown>>][];

const api = join(import.meta.dirname, "..");
const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing(?:\.ts$|\/)/.test(file),
);

/** The paths that modules declare with their handlers. */
function declaredIn(modules: object[]): Table {
  return modules
    .flatMap((module) => Object.values(module) as object[])
    .flatMap((value) => Object.entries(value) as Table)
    .filter(([path]) => path.startsWith("/v1/"));
}

/** The paths whose handlers the API does not serve. */
function uncollected(declared: Table): string[] {
  const served = new Map<string, Partial<Record<string, unknown>>>(servedRoutes);
  return declared.filter(([path, handlers]) => served.get(path) !== handlers).map(([path]) => path);
}

describe("the table of routes", () => {
  it("has every path that a file below app/v1 declares", async () => {
    const modules = await Promise.all(files.map(async (file) => (await import(join(api, file))) as object));
    const declared = declaredIn(modules);
    expect(declared).toHaveLength(routes.length + 1);
    expect(uncollected(declared)).toEqual([]);
  });

  it("omits a declared path that is not collected, including one that another file declares", () => {
    const operation = route({
      summary: "Read",
      scope: "public",
      limit: "unlimited",
      handler: () => undefined,
    });
    const forgotten = resources({ "/v1/forgotten": { GET: operation }, "/v1/models": { PUT: operation } });
    expect(uncollected(declaredIn([{ forgotten }]))).toEqual(["/v1/forgotten", "/v1/models"]);
  });

  it("has each path once", () => {
    const paths = servedRoutes.map(([path]) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it("has the operations of the OpenAPI document", () => {
    const documented = Object.entries(openApiDocument().paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} /v1${path}`),
    );
    const served = operationsOf(servedRoutes).map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it("is the only way to serve a path: a single route file uses it", () => {
    expect(files.filter((file) => /(^|\/)route\.(api\.)?ts$/.test(file))).toEqual(["[[...path]]/route.api.ts"]);
  });
});

it.each(routes)("%s has an operation", (path, handlers) => {
  expect(operationsOf([[path, handlers]])).not.toEqual([]);
});
