import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import tracer from "next/dist/compiled/@vercel/nft";
import { commands } from "@/cli/commands";

/** Files of node_modules that cannot be traced: those opened by paths composed at run time, and licences of fonts. */
const untraceable = {
  "@expo-google-fonts": /(?:\.ttf|package\.json|LICENSE_FONT)$/,
  // Next.js copies the font itself to its static files.
  "@fontsource-variable": /LICENSE$/,
  "@prisma/schema-engine-wasm": /\.(?:wasm|js|json)$/,
  pdfkit: /standard-fonts\/.*\.c?js$|\.icc$/,
};

/**
 * Copies the build into a directory that runs without the sources: Next's standalone output, the server and the command
 * line with the modules they import, migrations, and a `package.json` with the scripts.
 */
export async function assemble(root: string, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  const copy = (path: string) =>
    cp(join(root, path), join(directory, path), {
      ...{ recursive: true, dereference: true },
      filter: (source) => !/(?:__pycache__|\.test\.ts)$/.test(source),
    });
  await cp(join(root, ".next/standalone"), directory, { recursive: true, verbatimSymlinks: true });
  // Next's own server has no job worker, no request limits and no graceful stop.
  await rm(join(directory, "server.js"), { force: true });
  // Files that Next.js traces by their folder, such as test data. The build contains the code.
  await rm(join(directory, "lib"), { recursive: true, force: true });
  const program = [".next/static", ".next/service", "prisma/migrations", "public", ".env.example"];
  const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs"];
  const linked = [
    "lib/domains/audit-chain/README.md",
    "clients/typescript/README.md",
    "clients/typescript/CHANGELOG.md",
  ];
  const others = ["deploy", "compose.yaml", "clients/python"];
  for (const path of [...program, ...documents, ...linked, ...others]) await copy(path);
  for (const file of await filesOfService(root)) await copy(file);
  await writeFile(join(directory, "sbom.cdx.json"), billOfMaterials(root));
  await writeFile(join(directory, "package.json"), `${JSON.stringify(await manifest(root), null, 2)}\n`);
}

/** The production dependencies in CycloneDX format, as locked. Without time and serial number, so that it is reproducible. */
function billOfMaterials(root: string): string {
  const argv = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const text = execFileSync("npm", argv, { cwd: root, encoding: "utf8", maxBuffer: 100 * 1024 * 1024 });
  const { serialNumber: _, metadata, ...bill } = JSON.parse(text);
  const { timestamp: __, component, ...others } = metadata;
  // npm names the component after its directory.
  const name = component.purl.replace(/^pkg:npm\/|@.*$/g, "");
  const described = { ...bill, metadata: { ...others, component: { ...component, name } } };
  return `${JSON.stringify(described, null, 2)}\n`;
}

async function filesOfService(root: string): Promise<string[]> {
  const service = join(root, ".next/service");
  const programs = (await readdir(service)).filter((file) => file.endsWith(".mjs")).map((file) => join(service, file));
  const { fileList } = await tracer.nodeFileTrace(programs, { base: root });
  const traced = [...fileList].filter((file) => file.startsWith("node_modules/"));
  const byName = Object.entries(untraceable).map(async ([folder, pattern]) => {
    const path = join("node_modules", folder);
    const files = await readdir(join(root, path), { recursive: true });
    return files.filter((file) => pattern.test(file)).map((file) => join(path, file));
  });
  return [...new Set([...traced, ...(await Promise.all(byName)).flat()])];
}

async function manifest(root: string): Promise<object> {
  const { name, version, license, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const node = "exec node --enable-source-maps";
  const cli = `${node} .next/service/cli.mjs`;
  const scripts = {
    start: `${node} --max-semi-space-size=64 .next/service/start.mjs`,
    cli,
    ...Object.fromEntries(Object.keys(commands).map((command) => [command, `${cli} ${command}`])),
  };
  return { name, version, private: true, license, type: "module", engines, scripts };
}
