"use client";

import { Button, Paper, Progress, Text } from "@mantine/core";
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
import { IntegrityFindings, VerificationResult } from "./integrity-findings";

type Answer = ChainVerification | Verification;

const pollMs = 1_000;

/** Verifies the chain on request, and shows the latest signed checkpoint. */
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
      description="Recompute the stored chain to check whether events were changed, removed or reordered."
      actions={
        <>
          <Button size="xs" loading={isBusy && !isIncremental} disabled={isBusy} onClick={() => verify("full")}>
            Verify full chain
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isBusy && isIncremental}
            disabled={isBusy}
            onClick={() => verify("incremental")}
          >
            Verify events since the last checkpoint
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
            <Paper withBorder px="md" py="sm" mb="md">
              Verification failed after several attempts. Start a new verification.
            </Paper>
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
    <Section title="Checks" panel>
      <ul>
        <li>Content: each event matches its recorded hash.</li>
        <li>Links: each event references the previous one without gaps, and recorded times never decrease.</li>
        <li>Completeness: event count, chain head and totals match.</li>
        <li>Checkpoints: the chain matches every signed checkpoint, including copies stored outside the database.</li>
        <li>
          Saved receipt: the chain matches a receipt or checkpoint that you saved. Available through the API only.
        </li>
        <li>Governed records: members, detections, models and settings match their last recorded state.</li>
        <li>Database schema: tables, constraints, triggers and permissions match the migrations.</li>
      </ul>
      <p>
        The service verifies the full chain every night. To check the chain against a receipt or checkpoint, send it to
        the API as <code>expectedHead</code>. Governed records and the database schema are checked only when you verify
        the full chain.
      </p>
    </Section>
  );
}

/** The latest signed checkpoint. A copy kept elsewhere proves later changes to the chain. */
function LastCheckpoint() {
  const query = useRead<Checkpoint>(keys.checkpoints.latest(), "/v1/audit/checkpoint", { retry: false });
  const isNone = query.error instanceof ApiError && [404, 409].includes(query.error.status);
  return (
    <Section title="Last checkpoint" panel>
      {query.isPending && <Skeletons.Rows count={5} label="the checkpoint" />}
      {isNone && <p>No checkpoint yet. The chain is empty.</p>}
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
          ["Events covered", countText(size)],
          ["Signed", <Time key="issued" value={issuedAt} />],
          ["Chain head", <Hash key="head" value={headHash} label="head hash" />],
          ["Merkle root", <Hash key="root" value={rootHash} label="root hash" />],
          ["Previous checkpoint", <Hash key="previous" value={previousCheckpointHash} label="checkpoint hash" />],
          [
            "Signing key",
            <a key="key" href={`/v1/verify/keys/${keyId}.pem`}>
              {keyId}
            </a>,
          ],
        ]}
      />
      <Text inherit mt="xs">
        Store a copy outside the service: <CopyButton value={JSON.stringify(checkpoint)} label="checkpoint" />
      </Text>
    </>
  );
}

interface VerificationProgressProps {
  progress: { eventsVerified: number; eventsTotal: number };
}

function VerificationProgress({ progress: { eventsVerified, eventsTotal } }: VerificationProgressProps) {
  const percent = eventsTotal === 0 ? 0 : Math.round((eventsVerified / eventsTotal) * 100);
  return (
    <Section title={`Verifying: ${countText(eventsVerified)} of ${countText(eventsTotal)} events`} panel>
      <Progress value={percent} aria-label={`${percent}% verified`} />
      <Text inherit mt="xs">
        You can leave this page. Verification continues in the background.
      </Text>
    </Section>
  );
}
