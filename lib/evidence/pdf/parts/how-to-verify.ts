import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { code, note } from "@/lib/pdf/elements/note";
import { paragraph, subheading } from "@/lib/pdf/elements/prose";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { space } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const id = "verify";

interface Step {
  key: string;
  title: string;
  words: string;
  commands: string[];
}

/** How anyone can check the package, with and without the service that made it. */
export function howToVerify(input: PartInput): Part {
  const { set, report } = input;
  const { sealKeyId, chain } = report;
  return part(input, id, "How to verify this package", [
    ...paragraph(
      set,
      "Nobody has to be believed for this, and no account is needed. In the commands, package.pdf is this file, and <service> is the address of the service that issued it.",
    ),
    ...stepsOf(sealKeyId).flatMap((step) => stepBlocks(set, step)),
    note(
      set,
      "The digits at the foot of each page",
      `A file cannot contain its own hash. Instead, each page names the key that seals the evidence and signs the file, ${sealKeyId}, and the first twelve digits of the hash of the last event that the checkpoint has signed${chain.checkpoint ? "" : ", where there is one"}. They tell pages of different packages apart and prove nothing by themselves.`,
    ),
  ]);
}

function stepBlocks(set: Typesetter, { key, title, words, commands }: Step): Block[] {
  const hasCommands = commands.length > 0;
  return [
    { ...subheading(set, title), mark: division(id, key, title, false) },
    ...paragraph(set, words, { gap: space.hair, keepWithNext: hasCommands }),
    ...(hasCommands ? [code(set, commands)] : []),
  ];
}

function stepsOf(keyId: string): Step[] {
  return [
    {
      key: "page",
      title: "On a page",
      words:
        "The page /verify of the service takes the file, checks it in the browser event by event, and says which check failed and where.",
      commands: [],
    },
    {
      key: "file",
      title: "The file as a whole",
      words:
        "The SHA-256 of the file has to be the package hash that the service has on record. The answer says whether it issued such a file and still stands by it.",
      commands: ["sha256sum package.pdf", "curl <service>/v1/verify/<package hash>"],
    },
    {
      key: "openssl",
      title: "The detached signature",
      words:
        "The service gives a signature over the whole file as packageSignature, in base64. With it in signature.txt, OpenSSL has to print \u201cVerified OK\u201d.",
      commands: [
        `curl -o key.pem <service>/v1/verify/keys/${keyId}.pem`,
        "openssl base64 -d -A -in signature.txt -out signature.bin",
        "openssl dgst -sha256 -verify key.pem -signature signature.bin package.pdf",
      ],
    },
    {
      key: "pdfsig",
      title: "The signature inside of the file",
      words:
        "Any reader that knows PAdES shows it. Where the certificate is self-signed, a viewer calls the signer unknown: nobody that it knows vouches for the name. Whether anything was changed is a separate answer. Whose key it is follows from comparing it with the published one.",
      commands: ["pdfsig package.pdf"],
    },
    {
      key: "bundle",
      title: "Every event",
      words:
        "The complete evidence is attached to this file. The program that checks it comes with the service's source and asks the service for nothing.",
      commands: ["pdfdetach -save 1 -o evidence.json package.pdf", "npm run verify:bundle -- evidence.json"],
    },
  ];
}
