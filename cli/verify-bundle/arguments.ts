import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readExpectedHeads } from "@/lib/domains/evidence/verification/keyring";
import { readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";

export const usage = `Usage: npm run verify:bundle -- FILE [--public-key <file>]… [--expect-head <file>] [--signature <base64>] [--json]

Verifies an evidence package (JSON or PDF) without network, database or service.

  FILE                   The package. For a PDF, the attached evidence.json is verified. Use pdfsig to check the embedded PDF
                         signature, or --signature to check the whole file.
  --public-key <file>    Trusted keys, used instead of the keys in the package: PEM public keys or certificates, the JSON Web
                         Key Set of GET /v1/verify/keys, or witness verifier keys (vkeys). RSA keys verify the seal and the
                         package signature, Ed25519 keys the checkpoint, vkeys the cosignatures. Repeatable.
  --expect-head <file>   A saved receipt or checkpoint as JSON, a list of them, or position:sha256:hash instead of a file.
  --signature <base64>   The packageSignature from the API, or a file that contains it. Verified over all bytes of FILE.
  --json                 Print the report as JSON.
  --help                 Print this help.

Exit codes: 0 intact, 1 tampered, 2 could not be verified.`;

export interface VerifyArguments {
  file: string;
  /** Readable key texts. */
  publicKeys: string[];
  expectHead: string | undefined;
  /** Base64. */
  signature: string | undefined;
  json: boolean;
}

/** Throws an Error with a message for the user. */
export function parseArguments(argv: string[]): VerifyArguments | "help" {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      "public-key": { type: "string", multiple: true },
      "expect-head": { type: "string" },
      signature: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error("Specify exactly one file. See --help.");
  const head = values["expect-head"];
  return {
    file,
    publicKeys: (values["public-key"] ?? []).map(readKeyFile),
    expectHead: head === undefined ? undefined : readHead(head),
    signature: values.signature === undefined ? undefined : readSignature(values.signature),
    json: values.json ?? false,
  };
}

function readKeyFile(path: string): string {
  return naming(`--public-key: ${path}`, () => {
    const text = readFileSync(path, "utf8");
    readPublicKeys(text);
    return text;
  });
}

function readHead(given: string): string {
  return naming(`--expect-head: ${given}`, () => {
    const text = existsSync(given) ? readFileSync(given, "utf8") : given;
    readExpectedHeads(text);
    return text;
  });
}

/** Accepts base64 as argument or in a file, and raw bytes in a file. */
function readSignature(given: string): string {
  return naming(`--signature: ${given.length > 60 ? `${given.slice(0, 60)}…` : given}`, () => {
    const bytes = existsSync(given) ? readFileSync(given) : Buffer.from(given);
    const text = bytes.toString("latin1").replaceAll(/\s/g, "");
    if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
    if (existsSync(given) && bytes.length > 0) return bytes.toString("base64");
    throw new Error("Not a file and not a base64 signature.");
  });
}

function naming<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
