"use client";

import { useSyncExternalStore } from "react";
import { CopyButton } from "@/components/ui/values/copy";
import type { FileKind } from "./checking/protocol";
import type { Run } from "./state";
import { manualVerification as texts } from "./texts";
import styles from "./verification.module.css";

/** The same checks on the command line, without this page. */
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
      <details className={styles.collapsed}>
        <summary>
          <h2 id="without">{texts.verifyOwnTools}</h2>
        </summary>
        <p className="quiet">
          {texts.pageProvidedService}
          {run ? texts.commandsAlreadyInclude : texts.chooseFileAdd}
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
                <CopyButton value={lines} label={texts.copyCommands(title)} withText />
              </div>
            </li>
          ))}
        </ol>
      </details>
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
      title: texts.computeTheHash,
      note: texts.computeTheHashNote,
      lines: `sha256sum ${file}`,
    },
    {
      title: texts.fetchRecordKey,
      note: texts.fetchRecordKeyNote,
      lines: `curl -s ${record} > record.json\ncurl -sO ${origin}/v1/verify/keys/${key}.pem`,
    },
    {
      ...texts.verifyPackageSignature,
      lines: `sed -n 's/.*"packageSignature":"\\([^"]*\\)".*/\\1/p' record.json | base64 -d > package.sig\nopenssl dgst -sha256 -verify ${key}.pem -signature package.sig ${file}`,
    },
    ...(isPdf
      ? [
          {
            title: texts.verifyPdfSignature,
            note: texts.verifyPdfSignatureNote,
            lines: `pdfsig ${file}\npdfdetach -save 1 -o evidence.json ${file}`,
          },
        ]
      : []),
    {
      title: texts.verifyTheEvidence,
      note: texts.verifyTheEvidenceNote,
      lines: `curl -sO ${origin}/verify-evidence.mjs\nnode verify-evidence.mjs ${file} --keys ${key}.pem`,
    },
  ];
}

/** Quotes a file name as one shell word that is never an option. */
export function shellWord(name: string): string {
  const path = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
