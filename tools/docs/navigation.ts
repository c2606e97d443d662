import { readdirSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

interface Group {
  name: string;
  /** Markdown files, from the root of the repository. */
  sources: string[];
}

const guides = (...names: string[]) => names.map((name) => `docs/${name}.md`);
const operations = (...names: string[]) => guides(...names.map((name) => `operations/${name}`));
const example = (name: string) => `docs/examples/${name}/README.md`;

/** The documents of the site in the order of the sidebar. A test fails if a document is missing. */
export const groups: Group[] = [
  { name: "Start", sources: guides("quick-start", "sandbox", "migration") },
  {
    name: "Record",
    sources: [...guides("opentelemetry", "integrations"), example("llm-gateway"), ...guides("erasure-and-retention")],
  },
  {
    name: "Detect",
    sources: [
      ...guides("shadow-ai"),
      ...operations("log-sources"),
      ...guides("alert-policies", "shadow-ai-evaluation"),
    ],
  },
  {
    name: "Prove",
    sources: [
      "lib/domains/audit-chain/README.md",
      ...guides("evidence", "evidence-verification", "evidence-format", "reports", "witness"),
    ],
  },
  {
    name: "Integrate",
    sources: [
      ...["clients/typescript/README.md", "clients/python/README.md"],
      ...guides("notifications", "webhooks", "audit-streams", "mcp"),
      ...[example("mlflow"), example("deployment-action")],
    ],
  },
  {
    name: "Operate",
    sources: [
      ...operations(
        "deployment",
        "hardening",
        "sizing",
        "scaling",
        "move-organisation",
        "secrets",
        "sign-in",
        "mail",
        "monitoring",
        "jobs",
      ),
      ...operations("backup", "upgrade", "checkpoints", "evidence", "broken-chain"),
    ],
  },
  {
    name: "Reference",
    sources: [
      ...guides("errors", "security", "benchmarks", "promises", "scale-plan"),
      ...["CHANGELOG.md", "clients/typescript/CHANGELOG.md", "clients/python/CHANGELOG.md"],
    ],
  },
  {
    name: "Design decisions",
    sources: readdirSync(join(root, "docs/adr"))
      .sort()
      .map((file) => `docs/adr/${file}`),
  },
];

/** Titles that are ambiguous outside their folder. */
export const titles: Record<string, string> = {
  "clients/typescript/README.md": "TypeScript client",
  "clients/python/README.md": "Python client",
  "clients/typescript/CHANGELOG.md": "TypeScript client changelog",
  "clients/python/CHANGELOG.md": "Python client changelog",
};

/** Summaries on the start page, by address, of documents that do not start with a sentence. */
export const summaries: Record<string, string> = {
  "/docs/clients/typescript": "Call the API from TypeScript and JavaScript, with typed functions and safe retries.",
  "/docs/clients/python": "Call the API from Python, with typed functions and safe retries.",
  "/docs/operations/secrets": "Lists the service's secrets and keys, where they are stored, and how to rotate them.",
  "/docs/operations/monitoring": "Explains health checks, metrics, alert rules and logs.",
};

/** `docs/operations/backup.md` → `/docs/operations/backup`. */
export function addressOf(source: string): string {
  const path = source.replace(/^docs\/|^lib\/domains\//, "").replace(/(?:\/README)?\.md$/, "");
  return `/docs/${path.toLowerCase()}`;
}
