"use client";

import { useSyncExternalStore } from "react";
import type { FileKind } from "@/components/features/verification/checking/protocol";
import { CopyButton } from "./copy-button";
import type { Run } from "./state";
import styles from "./without-this-page.module.css";

/** The same checks by hand, for whoever would rather not take this page's word for it. */
export function WithoutThisPage({ run }: { run: Run | null }) {
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
    <section aria-labelledby="without" className={styles.section}>
      <h2 id="without">Without this page</h2>
      <p className={styles.lead}>
        This page comes from the service that made the package. Whoever would rather not take its word for anything
        checks the same with tools of the system, as they come with Linux and macOS.
        {run ? " The commands are those for your file." : " With a file, the commands become those for it."}
      </p>
      <ol className={styles.commands}>
        {commands.map(({ title, note, lines }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{note}</p>
            <div className={styles.command}>
              <pre>
                <code>{lines}</code>
              </pre>
              <CopyButton text={lines} what={`the commands: ${title}`} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

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
