import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";

/**
 * `npm run lint:deploy`: checks that compose.yaml and the files in deploy/kubernetes are valid YAML, contain no undefined
 * references, and set only variables that the service reads.
 */
const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const known = new Set(read("lib/platform/config/env.ts").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));
const problems: string[] = [];

interface Compose {
  services: Record<string, ComposeService>;
  volumes?: Record<string, unknown>;
}

interface ComposeService {
  image?: string;
  build?: unknown;
  environment?: Record<string, unknown>;
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
}

function parsed<T>(path: string): T {
  const document = parseDocument(read(path), { merge: true });
  for (const { message } of [...document.errors, ...document.warnings]) problems.push(`${path}: ${message}`);
  return document.toJS() as T;
}

function lintCompose({ services, volumes = {} }: Compose): void {
  for (const [name, service] of Object.entries(services)) {
    const complain = (message: string) => problems.push(`compose.yaml: ${name}: ${message}`);
    if (!service.image && !service.build) complain("has neither an image nor a build");
    const { depends_on: needed = [] } = service;
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      if (!services[other]) complain(`depends on ${other}, which is not defined`);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (/^\w/.test(source) && !(source in volumes)) complain(`uses the volume ${source}, which is not defined`);
    }
    if (service.image !== "governance-audit-service") continue;
    for (const variable of Object.keys(service.environment ?? {}))
      if (!known.has(variable)) complain(`sets ${variable}, which the service does not read`);
  }
}

/** Literals of a ConfigMap and variables of containers. The full test run renders the manifests and checks the rest. */
function lintManifests(path: string): void {
  const manifest = parsed<unknown>(path);
  const literals = valuesOf(manifest, "literals")
    .flat()
    .map((text) => String(text).split("=")[0] ?? "");
  const isOwn = !JSON.stringify(valuesOf(manifest, "image")).includes("inngest/");
  for (const variable of [...literals, ...(isOwn ? valuesOf(manifest, "env").flatMap(namesOf) : [])])
    if (!known.has(variable)) problems.push(`${path}: sets ${variable}, which the service does not read`);
}

/** The values of all members with this name, at any depth. */
function valuesOf(node: unknown, member: string): unknown[] {
  if (!(node instanceof Object)) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === member ? [value] : valuesOf(value, member)));
}

function namesOf(value: unknown): string[] {
  return [value].flat().map((entry) => (entry as { name: string }).name);
}

lintCompose(parsed("compose.yaml"));
const manifests = readdirSync(join(root, "deploy/kubernetes"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .map((path) => join("deploy/kubernetes", path));
for (const path of manifests) lintManifests(path);
for (const problem of problems) console.error(problem);
console.log(`${manifests.length + 1} deployment files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
