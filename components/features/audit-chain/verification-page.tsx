"use client";

import { Button, Progress } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Columns, Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { CopyButton } from "@/components/ui/values/copy";
import { Hash } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type { ChainVerification, Verification } from "@/lib/domains/audit-chain/schemas-verification";
import { countText } from "@/lib/platform/client/format";
import styles from "./audit.module.css";
import { IntegrityFindings, VerificationResult } from "./integrity-findings";

type Answer = ChainVerification | Verification;

const pollMs = 1_000;

/** Verifies the chain now, and shows the last state of it that was signed. */
export function VerificationPage() {
  const [isIncremental, setIncremental] = useState(false);
  const start = useMutation({
    mutationFn: (mode: "full" | "incremental") => api.post<Answer>("/v1/audit/verify-chain", { mode }),
  });
  const started = start.data;
  const id = started && "id" in started ? started.id : null;
  const running = useRead<Verification>(keys.verifications.one(id ?? ""), `/v1/audit/verifications/${id}`, {
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === "running" ? pollMs : false),
  });
  const answer = id === null ? started : (running.data ?? started);

  function verify(mode: "full" | "incremental"): void {
    setIncremental(mode === "incremental");
    start.mutate(mode);
  }

  const isBusy = start.isPending || answer?.status === "running";
  return (
    <Page
      title="Verification"
      description="Has anything that was recorded been changed, removed or reordered? The service computes it from what is stored."
      actions={
        <>
          <Button size="xs" loading={isBusy && !isIncremental} disabled={isBusy} onClick={() => verify("full")}>
            Verify the whole chain
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isBusy && isIncremental}
            disabled={isBusy}
            onClick={() => verify("incremental")}
          >
            Since the last checkpoint
          </Button>
        </>
      }
    >
      <FormError error={start.error ?? running.error} title="The chain could not be verified" />
      <Columns narrow="end">
        <div aria-live="polite">
          {answer === undefined && <Explanation />}
          {answer?.status === "running" && <VerificationProgress progress={answer.progress} />}
          {answer?.status === "interrupted" && (
            <p className={styles.section}>It was begun several times and came to no end. Start another.</p>
          )}
          {answer && answer.status !== "running" && answer.status !== "interrupted" && (
            <VerificationResult result={answer} />
          )}
        </div>
        <LastCheckpoint />
        <IntegrityFindings />
      </Columns>
    </Page>
  );
}

function Explanation() {
  return (
    <Section title="What is checked" panel>
      <ul>
        <li>Content: does every event hash to what was recorded of it?</li>
        <li>Links: does every event name the one before it, without a gap, and does time never run backwards?</li>
        <li>Completeness: do events, head and counts agree?</li>
        <li>Checkpoints: does the chain still contain every state that was signed, also those held outside?</li>
        <li>Kept receipt: is a receipt or checkpoint that you kept still on the chain? Only through the API.</li>
        <li>
          Governed records: do members, detections, models and settings match what the chain last recorded of them?
        </li>
        <li>Database schema: do tables, constraints, triggers and permissions match the migrations?</li>
      </ul>
      <p>
        The service verifies the whole chain every night. To compare a receipt or a checkpoint, send it to the API as{" "}
        <code>expectedHead</code>. Governed records are checked with the whole chain only.
      </p>
    </Section>
  );
}

/** The newest signed state of the chain: who keeps it outside can hold the service to it for ever. */
function LastCheckpoint() {
  const query = useRead<Checkpoint>(keys.checkpoints.latest(), "/v1/audit/checkpoint", { retry: false });
  const isNone = query.error instanceof ApiError && [404, 409].includes(query.error.status);
  return (
    <Section title="Last checkpoint" panel>
      {query.isPending && <Skeletons.Rows count={5} label="the checkpoint" />}
      {isNone && <p>There is nothing to sign yet: the chain is empty.</p>}
      {query.error && !isNone && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Signed checkpoint={query.data} />}
    </Section>
  );
}

function Signed({ checkpoint }: { checkpoint: Checkpoint }) {
  const { size, issuedAt, headHash, rootHash, previousCheckpointHash, keyId } = checkpoint;
  return (
    <>
      <KeyValue
        rows={[
          ["Events", countText(size)],
          ["Signed", <Time key="issued" value={issuedAt} />],
          ["Head", <Hash key="head" value={headHash} label="head hash" />],
          ["Tree", <Hash key="root" value={rootHash} label="root hash" />],
          ["The one before", <Hash key="previous" value={previousCheckpointHash} label="checkpoint hash" />],
          [
            "Key",
            <a key="key" href={`/v1/verify/keys/${keyId}.pem`}>
              {keyId}
            </a>,
          ],
        ]}
      />
      <p className={styles.result}>
        Keep it outside: <CopyButton value={JSON.stringify(checkpoint)} label="checkpoint" />
      </p>
    </>
  );
}

interface VerificationProgressProps {
  progress: { eventsVerified: number; eventsTotal: number };
}

/** How far a long verification is. */
function VerificationProgress({ progress: { eventsVerified, eventsTotal } }: VerificationProgressProps) {
  const percent = eventsTotal === 0 ? 0 : Math.round((eventsVerified / eventsTotal) * 100);
  return (
    <Section title={`Verifying: ${countText(eventsVerified)} of ${countText(eventsTotal)} events`} panel>
      <Progress value={percent} aria-label={`${percent} % verified`} />
      <p className={styles.result}>You may leave this page; it goes on.</p>
    </Section>
  );
}
