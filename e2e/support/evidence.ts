import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import type { Api } from "./api";
import { until } from "./until";

const root = join(import.meta.dirname, "../..");

/** The month that contains every event of {@link history}. */
export const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };

/** The events of a model in January: one of each type, and more inferences. */
export function history(modelId: string, inferences = 12): Record<string, unknown>[] {
  const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();
  const event = (eventType: string, day: number, payload: Record<string, unknown>, severity = "INFO") => ({
    modelId,
    eventType,
    severity,
    timestamp: at(day),
    payload,
  });
  return [
    event("TRAINING_STARTED", 2, { runId: "run-7", modelVersion: "4.2.0", datasets: [{ id: "applications" }] }),
    event("TRAINING_COMPLETED", 3, { runId: "run-7", metrics: { auc: 0.91 }, passed: true }),
    event("DATA_ACCESS", 4, { datasetId: "applications", purpose: "Model validation", rows: 12_000 }),
    event("DEPLOYMENT", 5, { modelVersion: "4.2.0", environment: "production", changeTicket: "CHG-10293" }, "MEDIUM"),
    event("CONFIG_CHANGE", 9, { field: "decisionThreshold", before: 0.62, after: 0.6, reason: "Recalibration" }),
    event("ALERT", 12, { category: "DRIFT", metric: "psi", value: 0.31, threshold: 0.2 }, "HIGH"),
    event("HUMAN_REVIEW", 13, { subjectRef: "CASE-1", overridden: true, reason: "Income was misread" }, "MEDIUM"),
    event("SHADOW_AI_DETECTED", 20, { endpointHost: "api.openai.com", provider: "OpenAI" }, "HIGH"),
    ...Array.from({ length: inferences }, (_, n) =>
      event("INFERENCE", 6 + n, { modelVersion: "4.2.0", decision: "APPROVED", confidence: 0.9, n }),
    ),
  ];
}

export interface Wanted {
  modelId: string;
  framework?: string;
  format?: "PDF" | "JSON";
  dateRange?: { from: string; to: string };
  [further: string]: unknown;
}

/** Requests a package and returns its ID. */
export async function request(api: Api, wanted: Wanted): Promise<string> {
  const body = { framework: "EU_AI_ACT_ANNEX_IV", format: "JSON", dateRange: january, ...wanted };
  const { status, body: made } = await api.post<{ id: string }>("/v1/evidence/generate", body);
  if (status !== 202) throw new Error(`no package is generated: ${status} ${JSON.stringify(made)}`);
  return made.id;
}

/** Waits until a package is no longer being generated. */
export async function finished(api: Api, id: string, timeoutMs = 180_000): Promise<EvidencePackage> {
  const isDone = async () => {
    const { body } = await api.get<EvidencePackage>(`/v1/evidence/${id}`);
    return body.status !== "GENERATING" && body;
  };
  return await until(`${id} is generated`, isDone, { timeoutMs, everyMs: 100 });
}

/** A READY package and its file, downloaded from `downloadUrl` without a key. */
export async function generate(api: Api, wanted: Wanted): Promise<{ made: EvidencePackage; file: Buffer }> {
  const made = await finished(api, await request(api, wanted));
  if (made.status !== "READY") throw new Error(`the package is ${made.status}: ${made.failureReason}`);
  return { made, file: await download(made.downloadUrl) };
}

export async function download(url: string | null): Promise<Buffer> {
  const response = await fetch(url ?? "");
  if (response.status !== 200)
    throw new Error(`the download was answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Changes one byte to another letter or digit. */
export function withOneByteChanged(file: Buffer, at = Math.floor(file.length / 2)): Buffer {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

export interface CommandEnd {
  status: number | null;
  out: string;
}

/** Runs a program of the system or of npm to its end, and returns both of its outputs. */
export function command(program: string, args: string[], env: Record<string, string> = {}): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const options = { cwd: root, env: { PATH, HOME, NODE_ENV: "production" as const, ...env } };
    execFile(program, args, { ...options, maxBuffer: 2 ** 26 }, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ status, out: `${out}${err}` });
    });
  });
}

/** Runs `npm run verify:bundle -- <args>` with an empty environment: no database, no service. */
export function verifyBundle(...args: string[]): Promise<CommandEnd> {
  return command(process.execPath, [".next/service/cli.mjs", "verify:bundle", ...args]);
}

/** The auditor's command: verifies the file with openssl and the published key. */
export async function opensslVerify(directory: string, file: string, given: { pem: string; signature: string }) {
  const key = join(directory, "published.pem");
  const signature = join(directory, "package.sig");
  await writeFile(key, given.pem);
  await writeFile(signature, Buffer.from(given.signature, "base64"));
  return await command("openssl", ["dgst", "-sha256", "-verify", key, "-signature", signature, file]);
}
