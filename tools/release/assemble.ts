import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import tracer from "next/dist/compiled/@vercel/nft";
import { builtName, type Command, commands } from "./commands";

/** Folders of node_modules with what is opened by names that are put together at run time, which nothing can trace. */
const opened = {
  "@expo-google-fonts": /(?:\.ttf|package\.json)$/,
  "@prisma/schema-engine-wasm": /\.(?:wasm|js|json)$/,
  pdfkit: /standard-fonts\/.*\.c?js$/,
  "swagger-ui-dist": /(?:swagger-ui\.css|swagger-ui-bundle\.js|package\.json)$/,
};

/**
 * Puts the built product into a directory of its own, with what it needs of node_modules and nothing else: Next's
 * standalone output, the service's own programs with what they import, migrations, and a `package.json` that runs them.
 */
export async function assemble(root: string, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  const copy = (path: string) => cp(join(root, path), join(directory, path), { recursive: true, dereference: true });
  await cp(join(root, ".next/standalone"), directory, { recursive: true, verbatimSymlinks: true });
  // Next's own small server, which knows nothing of jobs, limits of requests, or how to stop.
  await rm(join(directory, "server.js"), { force: true });
  for (const path of [".next/static", ".next/service", "prisma/migrations", "public", ".env.example", "LICENSE"]) {
    await copy(path);
  }
  for (const file of await filesOfService(root)) await copy(file);
  await writeFile(join(directory, "package.json"), `${JSON.stringify(await manifest(root), null, 2)}\n`);
}

async function filesOfService(root: string): Promise<string[]> {
  const service = join(root, ".next/service");
  const programs = (await readdir(service)).filter((file) => file.endsWith(".mjs")).map((file) => join(service, file));
  const { fileList } = await tracer.nodeFileTrace(programs, { base: root });
  const traced = [...fileList].filter((file) => file.startsWith("node_modules/"));
  const byName = Object.entries(opened).map(async ([folder, pattern]) => {
    const path = join("node_modules", folder);
    const files = await readdir(join(root, path), { recursive: true });
    return files.filter((file) => pattern.test(file)).map((file) => join(path, file));
  });
  return [...new Set([...traced, ...(await Promise.all(byName)).flat()])];
}

async function manifest(root: string): Promise<object> {
  const { name, version, license, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const scripts = Object.keys(commands).map((command) => [
    command,
    `exec node --enable-source-maps .next/service/${builtName(command as Command)}.mjs`,
  ]);
  return { name, version, private: true, license, type: "module", engines, scripts: Object.fromEntries(scripts) };
}
