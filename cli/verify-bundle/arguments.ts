import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readExpectedHeads } from "@/lib/domains/evidence/verification/keyring";
import { readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";

export const usage = `Usage: npm run verify:bundle -- FILE [--public-key <file>]… [--expect-head <file>] [--signature <base64>] [--json]

Checks an evidence package: a JSON bundle, or a PDF that carries one. It needs no network, no database and no service.

  FILE                   The package. Of a PDF, the attached evidence.json is checked; the PDF's own signature is checked by
                         pdfsig, or as part of the file by --signature.
  --public-key <file>    Keys that were obtained another way than the package, instead of those in it: PEM with public keys or
                         certificates, or the JSON Web Key Set of GET /v1/verify/keys. RSA keys are for the seal and the
                         file's signature, Ed25519 keys for the checkpoint, verifier keys (vkeys) of witnesses for
                         cosignatures. May be given more than once.
  --expect-head <file>   What was kept of the chain: JSON of a receipt or a checkpoint, or a list of them; or, in place of a
                         file, position:sha256:hash.
  --signature <base64>   The packageSignature of the API's answer, or a file that has it: it is checked over all bytes of FILE.
  --json                 One JSON document on standard output instead of text.
  --help                 This text.

Ends with 0 when the package is intact, 1 when something was changed, 2 when it could not be checked.`;

export interface VerifyArguments {
  file: string;
  /** Texts of keys, each of which can be read. */
  publicKeys: string[];
  expectHead: string | undefined;
  /** Base64. */
  signature: string | undefined;
  json: boolean;
}

/** What the command line asks for; "help" where it asks for that. Throws an Error with a sentence for its reader. */
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
  if (file === undefined || others.length > 0) throw new Error("Name one file. See --help.");
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

/** Base64 with whatever white space, in a file or as it is; or the bytes themselves, in a file. */
function readSignature(given: string): string {
  return naming(`--signature: ${given.length > 60 ? `${given.slice(0, 60)}…` : given}`, () => {
    const bytes = existsSync(given) ? readFileSync(given) : Buffer.from(given);
    const text = bytes.toString("latin1").replaceAll(/\s/g, "");
    if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
    if (existsSync(given) && bytes.length > 0) return bytes.toString("base64");
    throw new Error("There is neither a file of this name nor a signature in base64.");
  });
}

function naming<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
