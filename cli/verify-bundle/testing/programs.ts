import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPdf } from "@/lib/domains/evidence/verification/attached-evidence";
import { buildVerifier } from "@/tools/build-verifier";
import { pythonWithCryptography } from "@/tools/testing/python";

const python = join(import.meta.dirname, "../../../clients/python/verify_evidence.py");

export interface ProgramVerdicts {
  /** Exit codes of verify-evidence.mjs and verify_evidence.py. */
  standalone: number;
  python: number;
  /** Whether pdfsig accepts a PDF as docs/evidence-verification.md describes; null for JSON. */
  pdfsig: boolean | null;
}

/** The verifiers that recipients run as separate programs. */
export async function programsIn(
  directory: string,
): Promise<(path: string, flags: string[]) => Promise<ProgramVerdicts>> {
  const standalone = join(directory, "verify-evidence.mjs");
  writeFileSync(standalone, await buildVerifier());
  const interpreter = pythonWithCryptography() ?? "";
  return async (path, flags) => {
    const [inNode, inPython, signatures] = await Promise.all([
      run(process.execPath, standalone, path, ...flags),
      run(interpreter, "-B", python, path, ...flags),
      run("pdfsig", path),
    ]);
    return {
      standalone: inNode.code,
      python: inPython.code,
      pdfsig: isPdf(readFileSync(path)) ? /Total document signed\n.*Signature is Valid\./s.test(signatures.out) : null,
    };
  };
}

function run(program: string, ...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 2 ** 26 }, (error, out, err) => {
      if (err.includes("Traceback") || typeof error?.code === "string") reject(new Error(`${program}: ${err}`));
      else resolve({ code: Number(error?.code ?? 0), out });
    });
  });
}
