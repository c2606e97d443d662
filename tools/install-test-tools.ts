import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { systemPostgresPrograms } from "@/server/database/system-programs";
import { chromiumPath } from "./testing/chromium";
import { newestNode, newestNodeDirectory, newestNodeInstallation } from "./testing/newest-node";
import { pythonWith, pythonWithCryptography } from "./testing/python";

/** A program that the tests need and that npm does not install. */
interface Tool {
  name: string;
  debianPackage?: string;
  /** Its path; undefined if it is missing. */
  find(): string | undefined;
  /** A command that installs it without the system's package manager. */
  download?: string[];
  advice: string;
}

const tools: Tool[] = [
  {
    name: "chromium",
    debianPackage: "chromium-headless-shell",
    find: chromiumPath,
    download: ["npx", "playwright", "install", "chromium"],
    advice: "Install Chromium at /usr/bin/chromium, or run: npx playwright install chromium",
  },
  {
    name: "redis-server",
    debianPackage: "redis-server",
    find: () => onPath("redis-server"),
    advice: "Install Redis: apt-get install redis-server, brew install redis, or see https://redis.io/docs/install",
  },
  {
    name: "pdfsig",
    debianPackage: "poppler-utils",
    find: () => onPath("pdfsig"),
    advice: "Install Poppler's programs: apt-get install poppler-utils, or brew install poppler",
  },
  {
    name: "python3",
    debianPackage: "python3",
    find: () => onPath("python3"),
    advice: "Install Python 3.9 or later: apt-get install python3, or brew install python",
  },
  {
    name: "setuptools",
    debianPackage: "python3-setuptools",
    find: () => pythonWith("setuptools"),
    advice: "Install the Python package setuptools: apt-get install python3-setuptools, or pip install setuptools",
  },
  ...(process.env.TEST_SCOPE === "full"
    ? [
        {
          name: "cryptography",
          debianPackage: "python3-cryptography",
          find: pythonWithCryptography,
          advice: "Install the Python package cryptography: apt-get install python3-cryptography",
        },
        {
          name: "kubectl",
          debianPackage: "kubernetes-client",
          find: () => onPath("kubectl"),
          advice: "Install kubectl: apt-get install kubernetes-client, or brew install kubernetes-cli",
        },
        {
          name: "promtool",
          debianPackage: "prometheus",
          find: () => onPath("promtool"),
          advice: "Install Prometheus: apt-get install prometheus, or brew install prometheus",
        },
        {
          name: "rsyslog",
          // Depends on rsyslog.
          debianPackage: "rsyslog-gnutls",
          find: () => onPath("rsyslogd"),
          advice: "Install rsyslog with its TLS driver: apt-get install rsyslog-gnutls",
        },
        {
          name: `node ${newestNode}`,
          find: () => (existsSync(newestNodeDirectory) ? newestNodeDirectory : undefined),
          download: newestNodeInstallation,
          advice: `Run: ${newestNodeInstallation.join(" ")}`,
        },
      ]
    : []),
  {
    name: "postgresql",
    debianPackage: "postgresql",
    find: () => systemPostgresPrograms(),
    advice: "Install PostgreSQL with its programs: apt-get install postgresql, or brew install postgresql",
  },
  {
    name: "openssl",
    debianPackage: "openssl",
    find: () => onPath("openssl"),
    advice: "Install OpenSSL 3: apt-get install openssl, or brew install openssl@3",
  },
];

const missing = tools.filter((tool) => !report(tool));
if (missing.length > 0) {
  installFromDebian(missing);
  for (const tool of missing) obtain(tool);
}

function report(tool: Tool): boolean {
  const path = tool.find();
  if (path) console.log(`${tool.name}: ${path}`);
  return path !== undefined;
}

/** A tool that cannot be installed in this way is left to the other ways. */
function installFromDebian(wanted: Tool[]): void {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return;
  const packages = wanted.flatMap((tool) => tool.debianPackage ?? []);
  if (packages.length === 0) return;
  console.log(`${packages.join(", ")}: installing with apt-get`);
  run(["apt-get", "update", "-qq"]);
  run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages]);
}

function obtain(tool: Tool): void {
  if (report(tool)) return;
  if (tool.download) {
    console.log(`${tool.name}: downloading`);
    run(tool.download);
    if (report(tool)) return;
  }
  console.error(`${tool.name}: missing. ${tool.advice}`);
  process.exitCode = 1;
}

/** Shows the command's output only if it fails. */
function run([program = "", ...args]: string[]): void {
  const result = spawnSync(program, args, {
    encoding: "utf8",
    // RUNLEVEL=1 keeps Debian from starting its own Redis server after installation.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  if (result.status !== 0)
    console.error(`${result.stdout ?? ""}${result.stderr ?? result.error?.message ?? ""}`.trim());
}

function onPath(program: string): string | undefined {
  const directories = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, program)).find((path) => existsSync(path));
}
