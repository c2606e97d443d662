import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readCertificates } from "@/lib/domains/evidence/verification/certificate-chain";
import { readExpectedHeads } from "@/lib/domains/evidence/verification/keyring";
import { rewriteCanonically } from "@/lib/domains/evidence/verification/open-bundle";
import { readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { type Command, defineCommand, type Surroundings } from "./support/command";
import { messageOf, UsageError } from "./support/errors";
import { createBar } from "./support/progress";
import { checkSignature } from "./verify-bundle/check-signature";
import { readPackage } from "./verify-bundle/read-package";
import { type PrintedReport, renderReport } from "./verify-bundle/render-report";

const usageOf = (
  program: string,
) => `Usage: ${program} FILE [--keys <file>]… [--expect-head <file>] [--signature <base64>]
         [--tsa-certificate <file>]… [--json]

Verifies an evidence package (JSON or PDF) or a report (PDF). It needs no network, database or service.

  FILE                   The package. For a PDF, the command verifies the PDF signature and the attached evidence.json, and
                         checks that they belong together.
  --keys <file>          Trusted keys, which are used instead of the keys in the package: PEM public keys or certificates,
                         the JSON Web Key Set from GET /v1/verify/keys, or verifier keys of witnesses (vkeys). RSA keys
                         verify the seal and the package signature, Ed25519 keys verify the checkpoint, and vkeys verify
                         the cosignatures. Can be repeated. The former name --public-key still works.
  --expect-head <file>   JSON file with a receipt or checkpoint that you saved, or a list of them. You can also pass
                         position:sha256:hash instead of a file.
  --signature <base64>   The packageSignature from the API, or a file that contains it. It is verified against FILE.
  --tsa-certificate <file>
                         Trusted certificates in PEM, of timestamp authorities or their issuers. Without them, the command
                         verifies a timestamp in the PDF, but not who issued it. Can be repeated.
  --json                 Print the report as JSON.
  --help                 Show this help.

Exit status:
  0  The package is intact.
  1  The package was tampered with.
  2  The package could not be verified.
  3  The content is intact, but the JSON file was rewritten with different bytes.
  4  The signer is unknown: no check failed, but a key is taken from the file and is not among the keys that you provided,
     so anyone could have created the package. To avoid this status, pass the published keys with --keys.
  5  This verifier is too old for the package. Get the current one.
  6  No check failed, but too few of the witnesses whose keys you provided cosigned the checkpoint, the package has no
     checkpoint, or no authority whose certificate you provided confirmed the timestamp.`;

const exitStatuses = {
  intact: 0,
  tampered: 1,
  unusable: 2,
  content_intact: 3,
  unknown_signer: 4,
  outdated: 5,
  not_witnessed: 6,
} as const;

export const command = verifyCommand("npm run verify:bundle --");

/** `program`: how the command is started, for its help. */
export function verifyCommand(program: string): Command {
  return defineCommand({
    usage: usageOf(program),
    flags: {
      keys: "strings",
      "public-key": "strings",
      "expect-head": "string",
      signature: "string",
      "tsa-certificate": "strings",
      json: "boolean",
    },
    takesArguments: true,
    failureStatus: 2,
    async run(flags, { positionals: [file, ...others], out, err }) {
      if (file === undefined || others.length > 0) throw new UsageError("Specify exactly one file. See --help.");
      const head = flags["expect-head"];
      const given = {
        file,
        publicKeys: [...(flags.keys ?? []), ...(flags["public-key"] ?? [])].map(readKeyFile),
        tsaCertificates: (flags["tsa-certificate"] ?? []).map(readCertificateFile),
        expectHead: head === undefined ? undefined : readHead(head),
        signature: flags.signature === undefined ? undefined : readSignature(flags.signature),
      };
      const report = await check(given, err);
      out.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
      return exitStatuses[report.status];
    },
  });
}

interface VerifyArguments {
  file: string;
  /** Readable key texts. */
  publicKeys: string[];
  /** Readable certificates in PEM. */
  tsaCertificates: string[];
  expectHead: string | undefined;
  /** Base64. */
  signature: string | undefined;
}

async function check(given: VerifyArguments, err: Surroundings["err"]): Promise<PrintedReport> {
  const file = await readPackage(given.file);
  const bar = createBar(err, given.file);
  const { publicKeys, tsaCertificates, expectHead } = given;
  const verified = await verifyFile(file, {
    publicKeys,
    tsaCertificates,
    ...(expectHead === undefined ? {} : { expectHead }),
    sha256,
    onProgress: ({ done, total }) => bar.show(done, total),
  }).finally(bar.clear);
  const { facts, status, checks, report: ofReport, sealKey } = verified;
  const key = facts?.keys.seal ?? ofReport?.key ?? sealKey;
  const isUnsigned = key?.origin === "file" && !["tampered", "unusable"].includes(status);
  const report: PrintedReport = {
    file: given.file,
    sizeBytes: file.length,
    packageHash: `sha256:${hash("sha256", file, "hex")}`,
    ...verified,
    status: isUnsigned ? "unknown_signer" : status,
  };
  if (given.signature === undefined) return report;
  // The signature covers the bytes as they were issued.
  const issued = verified.isRewritten && verified.format === "JSON" ? rewriteCanonically(file).rewritten : file;
  const signature = await checkSignature(issued, given.signature, { publicKeys, facts });
  report.checks = [...checks, signature];
  if (signature.status === "failed" && status !== "unusable") report.status = "tampered";
  return report;
}

function sha256(data: Uint8Array): Uint8Array {
  return hash("sha256", data, "buffer");
}

function readKeyFile(path: string): string {
  return naming(`--keys: ${path}`, () => {
    const text = readFileSync(path, "utf8");
    readPublicKeys(text);
    return text;
  });
}

function readCertificateFile(path: string): string {
  return naming(`--tsa-certificate: ${path}`, () => {
    const text = readFileSync(path, "utf8");
    readCertificates(text);
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
    throw new Error("The value is neither a file nor a Base64-encoded signature.");
  });
}

function naming<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${place}: ${messageOf(error)}`);
  }
}
