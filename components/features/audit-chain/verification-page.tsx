"use client";

import { Box, Button, Paper, Progress, Text } from "@mantine/core";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { ChainBanner } from "@/components/features/overview/chain-banner";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Columns, Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { EmptyState, ErrorState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { Hash } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { AttestationStatus } from "@/lib/domains/audit-chain";
import { chainChecks } from "@/lib/domains/audit-chain/enums";
import type { Checkpoint, PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type {
  ChainVerification,
  Verification,
  VerificationListItem,
} from "@/lib/domains/audit-chain/schemas-verification";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import { IntegrityFindings, integrityFindingsId, VerificationResult } from "./integrity-findings";
import { Attestations } from "./proofs/attestations";
import { common } from "./texts/common";
import { verificationPage as texts } from "./texts/verification";

type Answer = ChainVerification | Verification;
/** `continued`: the events after the last verified checkpoint. */
type Mode = "full" | "continued";

const pollMs = 1_000;

/** Verifies the chain on request, and shows the latest signed checkpoint and who attested it. */
export function VerificationPage({ attestations }: { attestations: AttestationStatus }) {
  const start = useMutation({
    mutationFn: (mode: Mode) => api.post<Answer>("/v1/audit/verify-chain", { mode }),
  });
  const started = start.data;
  const id = started && "id" in started ? started.id : null;
  const running = useRead<Verification>(keys.verifications.one(id ?? ""), `/v1/audit/verifications/${id}`, {
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === "running" ? pollMs : false),
  });
  const checkpoint = useRead<PublishedCheckpoint>(keys.checkpoints.latest(), "/v1/audit/checkpoint", { retry: false });
  const overview = useRead<Overview>(keys.overview(), "/v1/overview");
  const answer = id === null ? started : (running.data ?? started);

  const isBusy = start.isPending || answer?.status === "running";
  return (
    <Page
      title={texts.verification}
      description={texts.verificationDescription}
      actions={
        <>
          <Button
            size="xs"
            loading={isBusy && start.variables === "full"}
            disabled={isBusy}
            onClick={() => start.mutate("full")}
          >
            {texts.verifyFullChain}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isBusy && start.variables === "continued"}
            disabled={isBusy}
            onClick={() => start.mutate("continued")}
          >
            {texts.verifyNewEvents}
          </Button>
        </>
      }
    >
      <FormError error={start.error ?? running.error} title={texts.notVerified} />
      {!overview.isError && (
        <Box mb="md" mih="4rem">
          {overview.data && <ChainBanner chain={overview.data.chain} />}
        </Box>
      )}
      <Columns
        details={
          <>
            <LastCheckpoint query={checkpoint} />
            <Attestations status={attestations} checkpoint={checkpoint.data} />
          </>
        }
      >
        <div aria-live="polite">
          {answer?.status === "running" && <VerificationProgress progress={answer.progress} />}
          {answer?.status === "interrupted" && (
            <Paper withBorder px="md" py="sm">
              {texts.verificationFailedAfter}
            </Paper>
          )}
          {answer && answer.status !== "running" && answer.status !== "interrupted" && (
            <VerificationResult result={answer} />
          )}
        </div>
        <IntegrityFindings />
        <VerificationHistory />
        <Explanation />
      </Columns>
    </Page>
  );
}

function Explanation() {
  return (
    <Section title={texts.checks} panel>
      <p>{texts.conditions}</p>
      <KeyValue rows={Object.values(chainChecks).map(([name, condition]) => [name, condition])} />
      <p>
        The service verifies the events after the last verified checkpoint every night, and the full chain once a week.
        To compare the chain with a receipt or checkpoint that you saved, set <code>expectedHead</code> in the API
        request. Sealed records are checked only when the full chain is verified.
      </p>
    </Section>
  );
}

/** The latest signed checkpoint. A copy kept elsewhere proves later changes to the chain. */
function LastCheckpoint({ query }: { query: UseQueryResult<PublishedCheckpoint> }) {
  const isNone = query.error instanceof ApiError && [404, 409].includes(query.error.status);
  return (
    <Section title={texts.lastCheckpoint} note={texts.checkpointNote} panel>
      {query.isPending && <Skeletons.Rows count={5} label={texts.theCheckpoint} />}
      {isNone && <p>{texts.noCheckpointYet}</p>}
      {!query.data && query.error && !isNone && (
        <ErrorState label={texts.theCheckpoint} compact error={query.error} onRetry={() => void query.refetch()} />
      )}
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
          [texts.eventsCovered, countText(size)],
          [common.signed, <Time key="issued" value={issuedAt} />],
          [common.chainHead, <Hash key="head" value={headHash} label={common.headHash} />],
          [texts.merkleRoot, <Hash key="root" value={rootHash} label={common.rootHash} />],
          [
            texts.previousCheckpoint,
            <Hash key="previous" value={previousCheckpointHash} label={texts.checkpointHash} />,
          ],
          [
            texts.signingKey,
            <a key="key" href={`/v1/verify/keys/${keyId}.pem`}>
              {keyId}
            </a>,
          ],
        ]}
      />
      <Text inherit mt="xs">
        {texts.storeCopy} <CopyButton value={JSON.stringify(checkpoint)} label={texts.checkpoint} withText />
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
    <Section title={texts.progress(eventsVerified, eventsTotal)} panel>
      <Progress value={percent} aria-label={texts.percentVerified(percent)} />
      <Text inherit mt="xs">
        {texts.canLeave}
      </Text>
    </Section>
  );
}

const column = columnsOf<VerificationListItem>();
const columns: Column<VerificationListItem>[] = [
  column.time("createdAt", texts.started),
  column.text("scope", texts.scope, { of: ({ mode }) => texts.modes[mode], rowHeader: true }),
  column.text("range", terms.events, {
    of: ({ from, to }) => (from === null || to === null ? null : texts.range(from, to)),
  }),
  column.status("verification", ({ status }) => status),
  column.count("findingsTotal", texts.findings, {
    labelOf: (total) => <a href={`#${integrityFindingsId}`}>{countText(total)}</a>,
  }),
];

/** The stored verifications. */
function VerificationHistory() {
  return (
    <Section title={texts.history} panel>
      <ResourceTable
        name="verifications"
        label={texts.storedVerifications}
        columns={columns}
        listKey={keys.verifications.list}
        path="/v1/audit/verifications"
        shown={10}
        empty={<EmptyState title={texts.noVerificationsYet} text={texts.noVerificationsText} />}
      />
      <p className="quiet">{texts.historyNote}</p>
    </Section>
  );
}
