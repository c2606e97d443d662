import { hash } from "node:crypto";
import type { Writable } from "node:stream";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { createBar } from "../fsck/bar";
import { parseArguments, usage, type VerifyArguments } from "./arguments";
import { checkSignature } from "./check-signature";
import { openPackage } from "./open-package";
import { type FileReport, renderReport } from "./render-report";

interface Surroundings {
  out: Writable;
  err: Writable & { isTTY?: boolean };
}

const exitCodes = { intact: 0, tampered: 1, unusable: 2 } as const;

/** Returns the exit code: 0 intact, 1 tampered, 2 could not be verified. */
export async function verifyBundleFile(argv: string[], { out, err }: Surroundings): Promise<0 | 1 | 2> {
  try {
    const given = parseArguments(argv);
    if (given === "help") {
      out.write(`${usage}\n`);
      return 0;
    }
    const report = await check(given, err);
    out.write(given.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
    return exitCodes[report.status];
  } catch (error) {
    err.write(`verify:bundle: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function check(given: VerifyArguments, err: Surroundings["err"]): Promise<FileReport> {
  const { file, format, bundle } = await openPackage(given.file);
  const bar = createBar(err, given.file);
  const { publicKeys, expectHead } = given;
  const verified = await verifyBundle(bundle, {
    publicKeys,
    ...(expectHead === undefined ? {} : { expectHead }),
    sha256,
    onProgress: ({ done, total }) => bar.show(done, total),
  }).finally(bar.clear);
  const report: FileReport = {
    file: given.file,
    format,
    sizeBytes: file.length,
    packageHash: `sha256:${hash("sha256", file, "hex")}`,
    ...verified,
  };
  if (given.signature === undefined) return report;
  const signature = await checkSignature(file, given.signature, { publicKeys, facts: verified.facts });
  report.checks = [...report.checks, signature];
  if (signature.status === "failed" && report.status === "intact") report.status = "tampered";
  return report;
}

function sha256(data: Uint8Array): Uint8Array {
  return hash("sha256", data, "buffer");
}
