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
      ...guides("errors", "security"),
      ...["CHANGELOG.md", "clients/typescript/CHANGELOG.md", "clients/python/CHANGELOG.md"],
    ],
  },
  {
    name: "Design and quality",
    sources: [
      ...guides("benchmarks", "promises", "scale-plan"),
      ...readdirSync(join(root, "docs/adr"))
        .sort()
        .map((file) => `docs/adr/${file}`),
    ],
  },
];

/** Titles that are ambiguous outside their folder. */
export const titles: Record<string, string> = {
  "clients/typescript/README.md": "TypeScript client",
  "clients/python/README.md": "Python client",
  "clients/typescript/CHANGELOG.md": "TypeScript client changelog",
  "clients/python/CHANGELOG.md": "Python client changelog",
};

/** The descriptions of guides on the start page, by the end of the address. A test fails if one is missing. */
export const summaries: Record<string, string> = {
  "quick-start": "Register a model, append an event and verify it with curl, Python or TypeScript.",
  sandbox: "Test against a separate organisation with its own chain, members and API keys.",
  migration: "Copy the records of an existing audit log to the audit chain.",
  opentelemetry: "Record model calls, tool calls and agent steps from your OpenTelemetry traces.",
  integrations: "Record deployments, reviews and model versions from GitHub, Jira and MLflow.",
  "examples/llm-gateway": "Record each call that passes through a LiteLLM gateway.",
  "erasure-and-retention": "Erase personal data, protect records with legal holds, and see how long data is kept.",
  "shadow-ai": "Investigate and resolve detections of unapproved AI use.",
  "operations/log-sources": "Send proxy, DNS and firewall logs to the service.",
  "alert-policies": "Raise an alert when audit events match a rule.",
  "shadow-ai-evaluation": "See how detection accuracy is measured and what the latest results are.",
  "audit-chain": "Look up how events are hashed, linked and signed.",
  evidence: "Generate signed evidence about a model for a regulator, an auditor or a board.",
  "evidence-verification": "Verify an evidence package with standard tools, without an account.",
  "evidence-format": "Look up the format of packages to write your own verifier.",
  reports: "Summarise an organisation's activity in a period as PDF, CSV or JSON.",
  witness: "Cosign checkpoints on an independent machine.",
  "clients/typescript": "Call the API from TypeScript and JavaScript, with typed functions and safe retries.",
  "clients/python": "Call the API from Python, with typed functions and safe retries.",
  notifications: "Choose which events notify members in the dashboard and by e-mail.",
  webhooks: "Receive signed notifications when events occur.",
  "audit-streams": "Copy all events to a SIEM or an archive, in order and without gaps.",
  mcp: "Let AI assistants search events and explain detections.",
  "examples/mlflow": "Record changes to model versions that a program makes in MLflow.",
  "examples/deployment-action": "Record deployments from a GitHub Actions workflow.",
  "operations/deployment": "Install the service from an archive or image, with Docker Compose or on Kubernetes.",
  "operations/hardening": "Secure an installation, and check each measure.",
  "operations/sizing": "Choose the number of processes and the size of the database.",
  "operations/scaling": "Run several processes with a shared database and file storage.",
  "operations/move-organisation": "Move an organisation to another installation while both keep running.",
  "operations/secrets": "Where secrets and keys are stored, and how to rotate them.",
  "operations/sign-in": "Connect an OpenID Connect provider, and set the public address.",
  "operations/mail": "Connect a mail server, set up your domain, and see who receives which e-mail.",
  "operations/monitoring": "Set up health checks, metrics, alert rules and logs.",
  "operations/jobs": "Choose the engine for webhooks, e-mails, checkpoints and other background work.",
  "operations/backup": "Back up the database and files, and test the restore.",
  "operations/upgrade": "Install a new version without downtime.",
  "operations/checkpoints": "Set up and rotate the key that signs checkpoints.",
  "operations/evidence": "Set up the key that signs packages and reports, and the storage of their files.",
  "operations/broken-chain": "Find the cause when the verification of a chain fails.",
};

/** `docs/operations/backup.md` → `/docs/operations/backup`. */
export function addressOf(source: string): string {
  const path = source.replace(/^docs\/|^lib\/domains\//, "").replace(/(?:\/README)?\.md$/, "");
  return `/docs/${path.toLowerCase()}`;
}
