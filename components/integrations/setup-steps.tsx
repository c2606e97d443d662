"use client";

import { Code } from "@mantine/core";
import { CopyButton } from "@/components/values/copy-button";
import type { Integration } from "@/lib/integrations/schemas";
import styles from "./integrations.module.css";
import { mlflowProgram, setupSteps } from "./setup-words";

/** What to do in the product so that it sends its webhooks here. */
export function SetupSteps({
  integration: { kind, receiverUrl },
}: {
  integration: Pick<Integration, "kind" | "receiverUrl">;
}) {
  return (
    <>
      {kind === "MLFLOW" ? <MlflowSteps receiverUrl={receiverUrl} /> : <ProductSteps kind={kind} />}
      <p className={styles.quiet}>
        The product has to reach the URL. It begins with the address that the service is configured with, PUBLIC_URL.
      </p>
    </>
  );
}

function ProductSteps({ kind }: { kind: keyof typeof setupSteps }) {
  return (
    <ol className={styles.steps}>
      {setupSteps[kind].map(({ text, choose }) => (
        <li key={text}>
          {text}
          {choose && (
            <ul className={styles.choose}>
              {choose.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function MlflowSteps({ receiverUrl }: { receiverUrl: string }) {
  const program = mlflowProgram(receiverUrl);
  return (
    <ol className={styles.steps}>
      <li>Webhooks need MLflow 3 with a tracking server on an SQL database.</li>
      <li>
        Run this once against it, with the secret in its place:
        <div className={styles.program}>
          <Code block tabIndex={0} aria-label="Program that connects MLflow">
            {program}
          </Code>
          <CopyButton value={program} label="program" />
        </div>
      </li>
      <li>Its last line sends a test, which connects it and becomes no event.</li>
    </ol>
  );
}
