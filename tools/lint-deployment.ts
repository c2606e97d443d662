import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";

/**
 * `npm run lint:deploy`: checks that compose.yaml and the files in deploy/kubernetes are valid YAML, contain no undefined
 * references, and set only variables that the service reads, and that compose.yaml passes all others of .env.example and
 * checks the health of all servers. The image of the service contains its health check.
 */
const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** `.env.example` describes all variables that the service reads: npm run check:docs compares both. */
const known = new Set(Array.from(read(".env.example").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm), ([, name = ""]) => name));
const { version } = JSON.parse(read("package.json")) as { version: string };
const problems: string[] = [];

/** Variables of .env.example that compose.yaml does not pass. */
const notInCompose = new Set([
  // Set by the image, or fixed.
  ...["HOST", "PORT", "DATA_DIR", "NODE_ENV", "OTEL_EXPORTER_OTLP_PROTOCOL"],
  // The owner's credentials, which only the migration has.
  "DATABASE_OWNER_URL",
  // For tests and development.
  ...["ALLOW_GENERATED_SECRETS", "ALLOW_OWNER_CREDENTIALS", "BENCHMARK_ROUTES", "INNGEST_DEV"],
  ...["WEBHOOK_ALLOW_PRIVATE_NETWORK", "WEBHOOK_RETRY_SCALE"],
  // For files and programs that the containers do not contain.
  ...["EVIDENCE_PKCS12_FILE", "EVIDENCE_PKCS12_PASSWORD", "EVIDENCE_SIGN_COMMAND", "LOG_FOLDER"],
  // For other S3 servers.
  ...["S3_REGION", "S3_FORCE_PATH_STYLE", "S3_PREFIX"],
]);

interface Compose {
  services: Record<string, ComposeService>;
  volumes?: Record<string, unknown>;
}

interface ComposeService {
  image?: string;
  environment?: Record<string, unknown>;
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
  profiles?: string[];
  restart?: string;
  healthcheck?: unknown;
}

function parsed<T>(path: string): T {
  const document = parseDocument(read(path), { merge: true });
  for (const { message } of [...document.errors, ...document.warnings]) problems.push(`${path}: ${message}`);
  return document.toJS() as T;
}

function lintCompose({ services, volumes = {} }: Compose): void {
  for (const [name, service] of Object.entries(services)) {
    const complain = (message: string) => problems.push(`compose.yaml: ${name}: ${message}`);
    if (!service.image) complain("has no image");
    const { depends_on: needed = [] } = service;
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      if (!services[other]) complain(`depends on ${other}, which is not defined`);
      else if (services[other].profiles && !service.profiles) complain(`depends on ${other}, which has a profile`);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (/^\w/.test(source) && !(source in volumes)) complain(`uses the volume ${source}, which is not defined`);
    }
    const [image, tag] = service.image?.split(":") ?? [];
    if (image !== "governance-audit-service") {
      if (service.restart && !service.healthcheck) complain("has no health check");
      continue;
    }
    if (tag !== version) complain(`uses version ${tag} of the image instead of ${version}`);
    const { environment = {} } = service;
    for (const variable of Object.keys(environment))
      if (!known.has(variable)) complain(`sets ${variable}, which the service does not read`);
    if (!("PROCESS_ROLE" in environment)) continue;
    for (const variable of known)
      if (!notInCompose.has(variable) && !(variable in environment))
        complain(`does not pass ${variable}, which .env.example describes`);
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
