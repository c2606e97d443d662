import { PDF } from "@libpdf/core";
import { appendBatch } from "@/lib/domains/audit-chain";
import { getPackage } from "@/lib/domains/evidence";
import { type GenerationStep, generationSteps } from "@/lib/domains/evidence/enums";
import { performStep } from "@/lib/domains/evidence/generation/perform-step";
import { runHeavyStep } from "@/lib/domains/evidence/generation/run-step";
import { packageFiles } from "@/lib/domains/evidence/generation/work";
import { readGeneration } from "@/lib/domains/evidence/generation-store";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { type Requester, requestPackage } from "@/lib/domains/evidence/testing/packages";
import type { GenerationState } from "@/lib/platform/documents/generation";
import { storage } from "@/lib/platform/storage";

/** Appends events as a batch, as the API does. They belong to the requester's model unless they name another. */
export async function append({ ctx, modelId }: Requester, ...events: Record<string, unknown>[]): Promise<void> {
  await appendBatch(
    ctx,
    events.map((event) => ({ modelId, eventType: "INFERENCE", payload: { decision: "APPROVED" }, ...event })),
    false,
  );
}

/** Appends events in sequence and sets the clock to the time of each, so that each is received when it happened. */
export async function happen(
  requester: Requester,
  ...events: ({ at: string } & Record<string, unknown>)[]
): Promise<void> {
  for (const { at, ...event } of events) {
    requester.clock.nowMs = Date.parse(at);
    await append(requester, event);
  }
}

/** The morning of a day in January. */
export function day(n: number): string {
  return new Date(Date.UTC(2026, 0, n, 9)).toISOString();
}

export async function ask(requester: Requester, given: Record<string, unknown> = {}): Promise<PackageKey> {
  const packageId = await requestPackage(requester, { format: "JSON", ...given });
  return { organisationId: requester.organisationId, packageId };
}

/** Performs a step in this process, as the worker does. */
export async function step({ ctx }: Requester, key: PackageKey, name: GenerationStep): Promise<GenerationState> {
  return (await performStep(key, name, { clock: ctx.clock, heavy: runHeavyStep })).state;
}

export async function steps(requester: Requester, key: PackageKey, upTo: GenerationStep = "publish"): Promise<void> {
  for (const name of generationSteps.slice(0, generationSteps.indexOf(upTo) + 1)) {
    const state = await step(requester, key, name);
    if (state !== "done") throw new Error(`${name} ended ${state}`);
  }
}

interface Made {
  key: PackageKey;
  file: Buffer;
  row: EvidencePackage;
  /** The bytes of the bundle: the file, or its attachment. */
  sealed: Uint8Array;
  bundle: EvidenceBundle;
}

/** Requests a package and generates it. */
export async function make(requester: Requester, given: Record<string, unknown> = {}): Promise<Made> {
  const key = await ask(requester, given);
  await steps(requester, key);
  const row = await getPackage(requester.ctx, key.packageId);
  const file = await stored(key, "package");
  const sealed = row.format === "JSON" ? file : await attachmentOf(file);
  return { key, file, row, sealed, bundle: JSON.parse(Buffer.from(sealed).toString("utf8")) as EvidenceBundle };
}

async function attachmentOf(file: Buffer): Promise<Uint8Array> {
  const attachment = (await PDF.load(file)).attachments.get("evidence.json");
  if (!attachment) throw new Error("the document has no attachment");
  return attachment;
}

/** The bytes of one of a package's files. */
export async function stored(key: PackageKey, which: keyof ReturnType<typeof packageFiles>): Promise<Buffer> {
  const generation = await readGeneration(key);
  const files = packageFiles(key, generation?.format ?? "JSON");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage().read(files[which])) chunks.push(chunk);
  return Buffer.concat(chunks);
}
