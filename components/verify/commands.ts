import type { FileKind } from "./checking/protocol";

/** What is known of a file when commands for it are written; what is not is left to be filled in. */
export interface CommandFacts {
  /** Where the service answers, without a slash at the end. */
  origin: string;
  fileName: string | null;
  kind: FileKind | null;
  sha256: string | null;
  keyId: string | null;
}

export interface Command {
  title: string;
  note: string;
  lines: string;
}

/** How to check the same with tools that are not ours, in a shell. */
export function commandsFor({ origin, fileName, kind, sha256, keyId }: CommandFacts): Command[] {
  const isPdf = kind === "pdf" || (kind === null && (fileName === null || /\.pdf$/i.test(fileName)));
  const file = shellWord(fileName ?? (isPdf ? "package.pdf" : "package.json"));
  const record = `${origin}/v1/verify/sha256:${sha256 ?? "HASH"}`;
  // Whatever a file calls its key, nothing but an id becomes part of a command.
  const key = keyId !== null && /^[0-9a-f]{16}$/.test(keyId) ? keyId : "KEY_ID";
  return [
    {
      title: "Compute the hash",
      note: "It must be the one that the service, or whoever gave you the file, names.",
      lines: `sha256sum ${file}`,
    },
    {
      title: "Ask the service for its record, and for the key",
      note: "The answer names the package, the key and the signature.",
      lines: `curl -s ${record} > record.json\ncurl -sO ${origin}/v1/verify/keys/${key}.pem`,
    },
    {
      title: "Check the signature over the file",
      note: "OpenSSL answers “Verified OK”.",
      lines: `sed -n 's/.*"packageSignature":"\\([^"]*\\)".*/\\1/p' record.json | base64 -d > package.sig\nopenssl dgst -sha256 -verify ${key}.pem -signature package.sig ${file}`,
    },
    ...(isPdf ? pdfCommands(file) : []),
    {
      title: "Check everything in the evidence",
      note: "In a copy of the service's source code: needs neither a network nor a database.",
      lines: `npm run verify:bundle -- ${file} --public-key ${key}.pem`,
    },
  ];
}

function pdfCommands(file: string): Command[] {
  return [
    {
      title: "Check the signature in the PDF, and take the evidence out",
      note: "Both come with poppler-utils.",
      lines: `pdfsig ${file}\npdfdetach -save 1 -o evidence.json ${file}`,
    },
  ];
}

/** A file's name as one word of a shell, which is never an option. */
export function shellWord(name: string): string {
  const path = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
