import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";

/**
 * `npm run lint:deploy`: the files that containers are made and run of. The Dockerfile by the rules of its language, the
 * compose file against its specification, each object for Kubernetes against the schema of its kind.
 */
const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** What is a matter of taste, and what does not fit: the image is made here, and its tag is that of the release. */
const unwanted = [
  "no-build-and-image",
  "no-quotes-in-volumes",
  "require-quotes-in-ports",
  "service-dependencies-alphabetical-order",
  "service-image-require-explicit-tag",
  "service-keys-order",
  "service-ports-alphabetical-order",
  "services-alphabetical-order",
  "top-level-properties-order",
];

function lintDockerfile(): string[] {
  return validate(read("Dockerfile")).map(({ range, message }) => `Dockerfile:${range.start.line + 1}: ${message}`);
}

function lintCompose(): string[] {
  const rules = Object.fromEntries(unwanted.map((name) => [name, 0 as const]));
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  const results = linter.lintFiles([join(root, "compose.yaml")], false);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, message, rule }) => `compose.yaml:${line}: ${message} (${rule})`),
  );
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

async function lintManifests(): Promise<string[]> {
  const { items } = parse(read("deploy/kubernetes.yaml")) as { items: Manifest[] };
  const problems = items.map(async (item) => {
    const kinds = await import(`kubernetes-models/${item.apiVersion}/${item.kind}`);
    try {
      new kinds[item.kind](item).validate();
      return [];
    } catch (error) {
      return [`deploy/kubernetes.yaml: ${item.kind} ${item.metadata.name}: ${String(error)}`];
    }
  });
  return (await Promise.all(problems)).flat();
}

const problems = [...lintDockerfile(), ...lintCompose(), ...(await lintManifests())];
for (const problem of problems) console.error(problem);
console.log(`3 files to deploy with, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
