import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";

/**
 * `npm run lint:deploy`: checks that compose.yaml and deploy/kubernetes.yaml are valid YAML, contain no undefined
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

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, unknown>;
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

function lintManifests({ items }: { items: Manifest[] }): void {
  const configMaps = new Set(items.filter(({ kind }) => kind === "ConfigMap").map(({ metadata }) => metadata.name));
  for (const item of items) {
    const complain = (message: string) =>
      problems.push(`deploy/kubernetes.yaml: ${item.kind} ${item.metadata?.name}: ${message}`);
    if (!item.apiVersion || !item.kind || !item.metadata?.name) complain("needs apiVersion, kind and metadata.name");
    const variables = [...Object.keys(item.data ?? {}), ...valuesOf(item, "env").flatMap(namesOf)];
    for (const variable of variables)
      if (!known.has(variable)) complain(`sets ${variable}, which the service does not read`);
    for (const name of valuesOf(item, "configMapRef").flatMap(namesOf))
      if (!configMaps.has(name)) complain(`reads the ConfigMap ${name}, which is not defined`);
  }
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
lintManifests(parsed("deploy/kubernetes.yaml"));
for (const problem of problems) console.error(problem);
console.log(`2 deployment files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
