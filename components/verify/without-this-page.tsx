"use client";

import { useSyncExternalStore } from "react";
import { commandsFor } from "./commands";
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
