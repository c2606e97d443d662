import { createHash, sign } from "node:crypto";
import { readExpected } from "@/components/features/verification/checking/protocol";
import type { SampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { checkpointJwk } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { checkFile } from "./checking/check-file";
import type { Ask, PackageRecord } from "./checking/service";
import { type Run, reduce } from "./state";

export interface SampleService {
  ask: Ask;
  /** Every requested path. */
  asked: string[];
  /** Records a file as an issued and signed package. */
  issue(file: Uint8Array, changes?: Partial<PackageRecord>): PackageRecord;
  /** Overrides the response of a path, or of all paths (`*`). An Error simulates a failed connection. */
  answer(path: string, response: (() => Response) | Error): void;
  /** Removes all overrides. */
  recover(): void;
}

export function sampleService({
  sealKey,
  checkpointKey,
}: Pick<SampleBundle, "sealKey" | "checkpointKey">): SampleService {
  const records = new Map<string, PackageRecord>();
  const answers = new Map<string, (() => Response) | Error>();
  const asked: string[] = [];
  const ordinary = (path: string): Response => {
    if (path === "/v1/verify/keys") return Response.json({ keys: [checkpointJwk(checkpointKey), sealKey.jwk] });
    const record = records.get(path.replace("/v1/verify/", ""));
    return record ? Response.json(record) : Response.json({ error: "not_found", message: "No." }, { status: 404 });
  };
  return {
    asked,
    ask: async (path) => {
      asked.push(path);
      const answer = answers.get(path) ?? answers.get("*") ?? (() => ordinary(path));
      if (answer instanceof Error) throw answer;
      return answer();
    },
    issue: (file, changes = {}) => {
      const record = { ...recordOf(file, sealKey), ...changes };
      records.set(hashOf(file), record);
      return record;
    },
    answer: (path, response) => answers.set(path, response),
    recover: () => answers.clear(),
  };
}

/** Runs the check of the page and returns its final state. */
export async function checked(
  file: File | Uint8Array,
  service: Pick<SampleService, "ask">,
  expects = "",
): Promise<Run> {
  const expected = readExpected(expects);
  if (expected === undefined) throw new Error(`${expects} is not a hash or receipt`);
  const given = file instanceof File ? file : fileOf(file);
  let run = reduce(null, { type: "started", file: given, expects: expected?.kind ?? null });
  await checkFile(
    { file: given, expected },
    (message) => {
      run = reduce(run, { type: "message", message: structuredClone(message), at: 0 });
    },
    service.ask,
  );
  if (!run) throw new Error("the run was cleared");
  return run;
}

export function fileOf(bytes: Uint8Array, name = "package.json"): File {
  return new File([new Uint8Array(bytes)], name);
}

export function hashOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function recordOf(file: Uint8Array, { id, privateKey }: SampleBundle["sealKey"]): PackageRecord {
  return {
    packageId: "epkg_01kasample0000000000000000",
    reportId: null,
    authentic: true,
    status: "intact",
    fileChecked: true,
    framework: "EU_AI_ACT_ANNEX_IV",
    format: "JSON",
    generatedAt: "2026-02-01T08:00:05.000Z",
    signedBy: "Governance Audit Service evidence seal",
    keyId: id,
    verifiedAt: "2026-02-02T08:00:00.000Z",
    packageSignature: sign("sha256", file, privateKey).toString("base64"),
    message: "The package is authentic.",
  };
}
