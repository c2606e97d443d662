"use client";

import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { ErrorState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Hash } from "@/components/ui/values/identifiers";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditEvent, EventNeighbours, EventVerification } from "@/lib/domains/audit-chain/schemas";
import type { InclusionProof as Proof } from "@/lib/domains/audit-chain/schemas-proofs";
import type { Overview } from "@/lib/domains/overview/schemas";
import { shortHash } from "@/lib/platform/client/format";
import styles from "../audit.module.css";
import { HashCheck } from "../event-values";
import { eventTitle } from "../summary";
import { common } from "../texts/common";
import { eventProofs as texts } from "../texts/event";

const ProofView = dynamic(() => import("./proof-view").then((file) => file.ProofView));

/** Recomputes an event's hashes, on the service or in this browser. */
export function EventChecks({ event }: { event: AuditEvent }) {
  const byService = useMutation({
    mutationFn: () =>
      api.post<EventVerification>("/v1/audit/verify", { eventId: event.id, expectedHash: event.blockHash }),
  });
  const here = useMutation({ mutationFn: async () => (await import("./recompute")).recompute(event) });
  return (
    <Section
      title={common.checks}
      action={<HashCheck verified={event.verified} withText isErased={event.payload === null} />}
      panel
    >
      <Group gap="xs">
        <Button size="xs" loading={byService.isPending} onClick={() => byService.mutate()}>
          {texts.verifyWithTheService}
        </Button>
        <Button size="xs" variant="default" loading={here.isPending} onClick={() => here.mutate()}>
          {texts.verifyInThisBrowser}
        </Button>
      </Group>
      {event.verified && <ChainCoverage chainPosition={event.chainPosition} />}
      <FormError error={byService.error ?? here.error} title={texts.checkFailed} />
      <div aria-live="polite">
        {byService.data && <ServiceResult result={byService.data} />}
        {here.data && (
          <Text inherit mt="xs">
            <StatusBadge kind="verification" value={here.data.blockHash === event.blockHash ? "ok" : "failed"} />{" "}
            {here.data.blockHash !== event.blockHash
              ? texts.hashMismatch
              : here.data.isErased
                ? texts.erasedHashMatches
                : texts.hashMatches}{" "}
            <Hash value={here.data.blockHash} label={texts.recomputedHash} />
          </Text>
        )}
      </div>
    </Section>
  );
}

/** Whether verifications of the chain have covered an event. A check of its hash alone does not verify the chain. */
function ChainCoverage({ chainPosition }: { chainPosition: number }) {
  const { data } = useRead<Overview>(keys.overview(), "/v1/overview", { meta: supplement });
  const { state, verifiedTo } = data?.chain ?? {};
  if (state !== "INTACT" || !verifiedTo) return null;
  return (
    <Text inherit mt="xs" c="dimmed">
      {chainPosition <= verifiedTo ? texts.coveredByVerification(verifiedTo) : texts.notYetCovered(verifiedTo)}{" "}
      <Link href="/audit/verification">{texts.viewVerification}</Link>
    </Text>
  );
}

function ServiceResult({ result }: { result: EventVerification }) {
  return (
    <Text inherit mt="xs">
      <StatusBadge kind="verification" value={result.valid ? "ok" : "failed"} /> {resultText(result)}{" "}
      <Time value={result.verifiedAt} />
    </Text>
  );
}

function resultText(result: EventVerification): string {
  if (!result.valid) return result.message;
  return result.erased ? texts.erasedEventMatches : texts.eventMatches;
}

/** The event between its neighbours, and whether the linking hashes match. */
export function Neighbours({ event }: { event: AuditEvent }) {
  const query = useRead<EventNeighbours>(keys.audit.neighbours(event.id), `/v1/audit/${event.id}/neighbours`);
  const { previous, next } = query.data ?? {};
  return (
    <Section title={texts.positionInTheChain} panel>
      {!query.data && query.error && (
        <ErrorState label={texts.positionInTheChain} compact error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ol className="plain-list">
        {previous && <Block event={previous} isLinked={previous.blockHash === event.previousHash} />}
        {previous === null && event.chainPosition === 1 && <li className={styles.end}>{texts.firstEvent}</li>}
        {previous === null && event.chainPosition > 1 && (
          <li className={styles.end} data-broken>
            {texts.previousEventMissing}
          </li>
        )}
        <Block event={event} isCurrent isLinked={next ? event.blockHash === next.previousHash : true} />
        {next && <Block event={next} isLinked />}
        {next === null && <li className={styles.end}>{texts.latestEvent}</li>}
      </ol>
    </Section>
  );
}

interface BlockProps {
  event: AuditEvent;
  /** Whether the next event names this event's hash. */
  isLinked: boolean;
  isCurrent?: boolean;
}

function Block({ event, isLinked, isCurrent = false }: BlockProps) {
  const { id, chainPosition, blockHash, verified } = event;
  const name = `#${chainPosition} ${eventTitle(event)}`;
  return (
    <li
      className={styles.block}
      data-current={isCurrent || undefined}
      data-broken={!verified || !isLinked || undefined}
      aria-current={isCurrent || undefined}
    >
      {isCurrent ? <strong>{name}</strong> : <Link href={`/audit/${id}`}>{name}</Link>}
      <code>{shortHash(blockHash)}</code>
      {!verified && <span>{texts.eventMismatch}</span>}
      {verified && !isLinked && <span>{texts.nextEventReferences}</span>}
    </li>
  );
}

/** The proof that an event is in the Merkle tree of a signed checkpoint, for verifiers who don't trust this service. */
export function InclusionProof({ event: { id, blockHash } }: { event: AuditEvent }) {
  const [isRequested, setRequested] = useState(false);
  const query = useRead<Proof>(keys.audit.proof(id), `/v1/audit/${id}/proof`, { enabled: isRequested });
  return (
    <Section title={texts.inclusionProof} panel>
      {!isRequested && (
        <>
          <p>{texts.inclusionProofNote}</p>
          <Button variant="default" size="xs" onClick={() => setRequested(true)}>
            {texts.generateProof}
          </Button>
        </>
      )}
      {!query.data && query.error && (
        <ErrorState label={texts.inclusionProof} compact error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <ProofView proof={query.data} blockHash={blockHash} />}
    </Section>
  );
}
