import { describe, expect, test } from "vitest";
import { documentProblems, environmentProblems, type Repository } from "./docs-rules";

const files = [
  "README.md",
  "docs/operations.md",
  "lib/platform/http",
  "lib/platform/http/route.ts",
  "app/(dashboard)/models/[id]/page.tsx",
];
const repository: Repository = { exists: (path) => files.includes(path), scripts: ["demo", "db:migrate"] };
const problems = (text: string, file = "CONTRIBUTING.md") => documentProblems(file, text, repository);

describe("documents", () => {
  test.each([
    ["a link to an existing target", "[operations](docs/operations.md#backup)"],
    ["a link to the web, to mail, to a heading", "[a](https://x.org/lib/y) [b](mailto:a@x.org) [c](#there)"],
    ["a path with a line number", "`lib/platform/http/route.ts:12`"],
    ["an import", "`@/lib/platform/http` and `lib/platform/http/route`"],
    ["a dynamic segment", "`app/(dashboard)/models/[id]/page.tsx`"],
    ["a pattern or a placeholder", "`lib/*/store.ts`, `lib/domains/<domain>/store.ts`, `lib/{a,b}.ts`"],
    ["a generic file name", "`index.ts`, `store.ts`"],
    ["a path of the API", "`/v1/audit`, `application/json`"],
    ["generated files", "`lib/generated/prisma`"],
    ["a path in an example", "```\nlib/nowhere.ts `lib/nowhere.ts` [x](nowhere.md)\n```"],
    ["a script", "`npm run db:migrate`, then npm run demo."],
  ])("accepts %s", (_, text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each([
    ["[gone](docs/gone.md)", "CONTRIBUTING.md: docs/gone.md does not exist"],
    ["see `lib/gone.ts`", "CONTRIBUTING.md: lib/gone.ts does not exist"],
    ["see `LICENSE`", "CONTRIBUTING.md: LICENSE does not exist"],
    ["see `drizzle.config.ts`", "CONTRIBUTING.md: drizzle.config.ts does not exist"],
    ["```\nnpm run gone\n```", "CONTRIBUTING.md: npm run gone is not in package.json"],
  ])("reports %j", (text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  test("links are relative to their document", () => {
    expect(problems("[operations](../operations.md)", "docs/adr/one.md")).toEqual([]);
    expect(problems("[operations](operations.md)", "docs/adr/one.md")).toHaveLength(1);
  });

  test("reports a repeated problem once", () => {
    expect(problems("`lib/gone.ts` `lib/gone.ts`")).toHaveLength(1);
  });
});

describe("environment", () => {
  const schema =
    'const schema = z.object({\n  PORT: z.number(),\n  REDIS_URL: z\n    .string()\n    .regex(/x/, "REDIS_URL must"),\n});';

  test("a commented default documents a variable", () => {
    expect(environmentProblems("PORT=3000\n# REDIS_URL=redis://localhost\n", schema)).toEqual([]);
  });

  test("a variable on one side only is reported", () => {
    expect(environmentProblems("PORT=3000\nSMTP_URL=\n", schema)).toEqual([
      ".env.example: REDIS_URL of lib/platform/config/env.ts is missing",
      ".env.example: lib/platform/config/env.ts does not read SMTP_URL",
    ]);
  });
});
