"use client";

import { useSyncExternalStore } from "react";
import { CopyButton } from "@/components/ui/values/copy";
import type { FileKind } from "./checking/protocol";
import type { Run } from "./state";
import styles from "./verification.module.css";

/** The same checks with standard tools, independent of this page. */
export function ManualVerification({ run }: { run: Run | null }) {
  const origin = useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => "https://…",
  );
  const commands = commandsFor({
    origin,
    fileName: run?.file.name ?? null,
    kind: run?.kind ?? null,
    sha256: run?.sha256 ?? null,
    keyId: run?.record?.keyId ?? run?.contents?.keys.seal.id ?? null,
  });
  return (
    <section aria-labelledby="without" className="no-print">
      <h2 id="without">Verify with your own tools</h2>
      <p className="quiet">
        This page is provided by the service that issued the package. To verify the package independently, use standard
        tools available on Linux and macOS.
        {run
          ? " The commands already include your file's values."
          : " Choose a file to add its values to the commands."}
      </p>
      <ol className={styles.commands}>
        {commands.map(({ title, note, lines }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="quiet">{note}</p>
            <div className={styles.command}>
              <pre>
                <code>{lines}</code>
              </pre>
              <CopyButton value={lines} label={`the commands: ${title}`} withText />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Unknown values become placeholders in the commands. */
export interface CommandFacts {
  /** Without a trailing slash. */
  origin: string;
  fileName: string | null;
  kind: FileKind | null;
  sha256: string | null;
  keyId: string | null;
}

interface Command {
  title: string;
  note: string;
  lines: string;
}

export function commandsFor({ origin, fileName, kind, sha256, keyId }: CommandFacts): Command[] {
  const isPdf =
    kind === "pdf" || kind === "report" || (kind === null && (fileName === null || /\.pdf$/i.test(fileName)));
  const file = shellWord(fileName ?? (isPdf ? "package.pdf" : "package.json"));
  const record = `${origin}/v1/verify/sha256:${sha256 ?? "HASH"}`;
  // A file may name any key: only a valid ID becomes part of a command.
  const key = keyId !== null && /^[0-9a-f]{16}$/.test(keyId) ? keyId : "KEY_ID";
  return [
    {
      title: "Compute the hash",
      note: "Compare the result with the hash provided by the service or the sender.",
      lines: `sha256sum ${file}`,
    },
    {
      title: "Fetch the record and the key",
      note: "The record contains the package ID, the key ID and the signature.",
      lines: `curl -s ${record} > record.json\ncurl -sO ${origin}/v1/verify/keys/${key}.pem`,
    },
    {
      title: "Verify the package signature",
      note: "OpenSSL prints “Verified OK”.",
      lines: `sed -n 's/.*"packageSignature":"\\([^"]*\\)".*/\\1/p' record.json | base64 -d > package.sig\nopenssl dgst -sha256 -verify ${key}.pem -signature package.sig ${file}`,
    },
    ...(isPdf
      ? [
          {
            title: "Verify the PDF signature and extract the evidence",
            note: "Both tools are part of poppler-utils.",
            lines: `pdfsig ${file}\npdfdetach -save 1 -o evidence.json ${file}`,
          },
        ]
      : []),
    {
      title: "Verify the evidence",
      note: "The verifier is a single file that requires Node.js 20.12 or later. Compare its SHA-256 hash with the hash published with the release.",
      lines: `curl -sO ${origin}/verify-evidence.mjs\nnode verify-evidence.mjs ${file} --keys ${key}.pem`,
    },
  ];
}

/** Quotes a file name as one shell word that is never an option. */
export function shellWord(name: string): string {
  const path = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
