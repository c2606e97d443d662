import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

type Model = new (manifest: object) => { validate(): void };

/** Kinds of the Prometheus Operator, whose schemas are not part of Kubernetes. */
const isForeign = ({ apiVersion }: Manifest) => apiVersion.startsWith("monitoring.coreos.com/");

const directory = mkdtempSync(join(tmpdir(), "kubernetes-"));
const configurations = ["base", "overlays/minimal", "overlays/production", "overlays/production-inngest"];

beforeAll(() => {
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", directory];
  execFileSync("npm", ["install", ...options, "kubernetes-models@4.5.1"], { stdio: "ignore" });
}, 180_000);

afterAll(() => rmSync(directory, { recursive: true }));

function render(configuration: string): Manifest[] {
  const text = execFileSync("kubectl", ["kustomize", join("deploy/kubernetes", configuration)], { encoding: "utf8" });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Validates a manifest against the schema of its kind. Returns the paths of members that the schema does not know. */
function unknownMembers(manifest: Manifest): string[] {
  const models = createRequire(join(directory, "package.json"))(`kubernetes-models/${manifest.apiVersion}`);
  const read = new Set<string>();
  const model = new (models[manifest.kind] as Model)(manifest);
  model.validate.call(watch(model, "", read));
  return pathsOf(manifest, "").filter((path) => !read.has(path));
}

/** Records the path of each member that a validator reads. */
function watch<Value>(value: Value, path: string, read: Set<string>): Value {
  if (!(value instanceof Object)) return value;
  return new Proxy(value, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (!Object.hasOwn(target, name)) return value;
      const at = `${path}/${String(name)}`;
      read.add(at);
      return watch(value, at, read);
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (!(value instanceof Object)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${path}/${name}`, ...pathsOf(member, `${path}/${name}`)]);
}

describe.each(configurations)("the Kubernetes manifests of %s", (configuration) => {
  const manifests = render(configuration);
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

  test("match the schemas of Kubernetes, without unknown members", () => {
    for (const manifest of manifests.filter((manifest) => !isForeign(manifest)))
      expect(unknownMembers(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
  });

  test("refer only to config maps, services, service accounts and deployments that they contain", () => {
    const names = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name);
    const text = JSON.stringify(manifests);
    const referred = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name);
    expect(names("ConfigMap")).toEqual(expect.arrayContaining(referred(/"configMapRef":\{"name":"([^"]+)"/g)));
    expect(names("Service")).toEqual(expect.arrayContaining(referred(/"service":\{"name":"([^"]+)"/g)));
    expect(names("ServiceAccount")).toEqual(expect.arrayContaining(referred(/"serviceAccountName":"([^"]+)"/g)));
    expect(names("Deployment")).toEqual(
      expect.arrayContaining(referred(/"scaleTargetRef":\{[^}]*"kind":"Deployment","name":"([^"]+)"/g)),
    );
  });

  test("run every process as an ordinary user, with a read-only file system and without a token", () => {
    const pods = [...ofKind("Deployment"), ...ofKind("Job")].filter(({ metadata }) => metadata.name !== "inngest");
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        spec: {
          template: {
            spec: {
              automountServiceAccountToken: false,
              securityContext: { runAsNonRoot: true },
              containers: [{ securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false } }],
            },
          },
        },
      });
    }
  });
});
