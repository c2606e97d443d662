import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../support/evidence";
import { onlyInFullRun } from "../support/scope";
import { expect, test } from "./fixtures";

const root = join(import.meta.dirname, "../..");
const clientFolder = join(root, "clients/typescript");
const pythonFolder = join(root, "clients/python");
const compiler = join(root, "node_modules/@typescript/native/bin/tsc");

let project: string;

test.beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "governance-client-"));
  await succeeds("npm", ["pack", clientFolder, "--pack-destination", project]);
  const tarball = (await readdir(project)).find((name) => name.endsWith(".tgz")) ?? "";
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  const install = ["install", join(project, tarball), "--offline", "--no-audit", "--no-fund"];
  await succeeds("npm", ["--prefix", project, ...install]);
});

test.afterAll(() => rm(project, { recursive: true, force: true }));

test("the tarball contains only the client and its types", async () => {
  const installed = join(project, "node_modules/@governance-audit/client");
  const files = await readdir(installed, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(names.filter((name) => /\.d\.ts$/.test(name)).map((name) => readFile(name, "utf8")));
  expect(names).toEqual(
    expect.arrayContaining(
      ["CHANGELOG.md", "LICENSE", "README.md", "dist/index.js", "dist/pdf.d.ts"].map((name) => join(installed, name)),
    ),
  );
  expect(names.filter((name) => /\.test\.|\/src\//.test(name))).toEqual([]);
  expect(texts.filter((text) => /from "(?!\.|@governance)/.test(text))).toEqual([]);
});

test("works in an empty project against the service", onlyInFullRun, async ({ organisation, application }) => {
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(strict));
  await cp(join(clientFolder, "examples/tour.ts"), join(project, "tour.ts"));
  await succeeds(process.execPath, [compiler, "-p", project]);

  const env = { GOVERNANCE_URL: application.url, GOVERNANCE_API_KEY: organisation.apiKey.key };
  const { out } = await succeeds(process.execPath, [join(project, "tour.js")], env);
  const done = JSON.parse(out) as { modelId: string };
  expect(done).toMatchObject({
    appended: 30,
    found: 30,
    event: true,
    webhook: "model.registered",
    bundle: "intact",
    checks: { seal: "ok", headers: "ok", membership: "ok", anchor: "ok" },
  });
  const { body } = await organisation.api.get<{ pagination: { total: number } }>(
    `/v1/audit?modelId=${done.modelId}&tags=tour`,
  );
  expect(body.pagination.total).toBe(30);
});

test("every example in its README type-checks", async () => {
  const readme = await readFile(join(clientFolder, "README.md"), "utf8");
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(examples.length).toBeGreaterThan(6);
  const folder = join(project, "readme");
  await mkdir(folder);
  await Promise.all(examples.map((code, n) => writeFile(join(folder, `example-${n}.ts`), code)));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...strict, include: ["*.ts"] }));
  await succeeds(process.execPath, [compiler, "-p", folder]);
});

test("the quick start works as pasted", async ({ organisation, application }) => {
  const guide = await readFile(join(root, "docs/quick-start.md"), "utf8");
  const examplesIn = (language: string) =>
    [...guide.matchAll(new RegExp(`^( *)\`\`\`${language}\n(.*?)^ *\`\`\`$`, "gms"))].map(
      ([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    );
  const env = { GOVERNANCE_URL: application.url, GOVERNANCE_API_KEY: organisation.apiKey.key };

  // The first block sets the two variables to examples. The blocks after the curl commands install and start the programs.
  const commands = examplesIn("sh").slice(1, 4);
  const curl = await succeeds("bash", ["-euc", commands.join("\n")], env);
  expect(curl.out).toMatch(/^mdl_\w+\nevt_\w+\n\{"data":\[\{.*"valid":true/s);

  const python = await succeeds("python3", ["-c", examplesIn("python").join("")], { ...env, PYTHONPATH: pythonFolder });
  expect(python.out).toMatch(/^evt_\w+ True\n$/);

  const folder = join(project, "quick-start");
  await mkdir(folder);
  await writeFile(join(folder, "quick-start.mts"), examplesIn("ts").join(""));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...strict, include: ["*.mts"] }));
  await succeeds(process.execPath, [compiler, "-p", folder]);
  const typescript = await succeeds(process.execPath, [join(folder, "quick-start.mjs")], env);
  expect(typescript.out).toMatch(/^evt_\w+ true\n$/);
});

/** The strictest compiler options, with the module resolution of Node. */
const strict = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "dom"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  },
  include: ["tour.ts"],
};

async function succeeds(program: string, args: string[], env: Record<string, string> = {}) {
  const end = await command(program, args, env);
  expect(end.status, end.out).toBe(0);
  return end;
}
