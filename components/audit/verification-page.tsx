"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { FormError } from "@/components/feedback/form-error";
import type { ChainVerification, Verification } from "@/lib/audit-chain/schemas-verification";
import styles from "./audit.module.css";
import { IntegrityFindings } from "./integrity-findings";
import { LastCheckpoint } from "./last-checkpoint";
import { VerificationProgress } from "./verification-progress";
import { VerificationResult } from "./verification-result";

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
  const running = useQuery({
    queryKey: keys.verifications.one(id ?? ""),
    queryFn: ({ signal }) => api.get<Verification>(`/v1/audit/verifications/${id}`, undefined, { signal }),
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
      <div className={styles.columns}>
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
      </div>
    </Page>
  );
}

function Explanation() {
  return (
    <section className={styles.section} aria-labelledby="what-is-checked">
      <h2 id="what-is-checked">What is checked</h2>
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
    </section>
  );
}
