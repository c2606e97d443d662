"use client";

import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { FormError } from "@/components/feedback/form-error";
import { Hash } from "@/components/values/hash";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { AuditEvent, EventVerification } from "@/lib/audit-chain/schemas";
import styles from "./audit.module.css";
import { ChainTick } from "./chain-tick";

/** Two ways to see whether an event is what was recorded: the service computes its hashes again, or this browser does. */
export function EventChecks({ event }: { event: AuditEvent }) {
  const byService = useMutation({
    mutationFn: () =>
      api.post<EventVerification>("/v1/audit/verify", { eventId: event.id, expectedHash: event.blockHash }),
  });
  const here = useMutation({ mutationFn: async () => (await import("./recompute")).recompute(event) });
  return (
    <section className={styles.section} aria-labelledby="checks">
      <h2 id="checks">
        Checks <ChainTick verified={event.verified} />
      </h2>
      <Group gap="xs">
        <Button size="xs" loading={byService.isPending} onClick={() => byService.mutate()}>
          Verify on the service
        </Button>
        <Button size="xs" variant="default" loading={here.isPending} onClick={() => here.mutate()}>
          Recompute in this browser
        </Button>
      </Group>
      <FormError error={byService.error ?? here.error} title="This could not be checked" />
      <div aria-live="polite">
        {byService.data && <ServiceResult result={byService.data} />}
        {here.data && (
          <p className={styles.result}>
            <StatusBadge kind="verification" value={here.data.blockHash === event.blockHash ? "ok" : "failed"} /> This
            browser comes to <Hash value={here.data.blockHash} label="recomputed hash" />
            {here.data.blockHash !== event.blockHash
              ? ", which is not what was recorded: the event was changed."
              : here.data.isErased
                ? ", as recorded, from the header with the hash of the content that was erased."
                : ", as recorded."}
          </p>
        )}
      </div>
    </section>
  );
}

function ServiceResult({ result }: { result: EventVerification }) {
  return (
    <p className={styles.result}>
      <StatusBadge kind="verification" value={result.valid ? "ok" : "failed"} /> {wordsOfResult(result)}{" "}
      <Time value={result.verifiedAt} />
    </p>
  );
}

function wordsOfResult(result: EventVerification): string {
  if (!result.valid) return result.message;
  return result.erased
    ? "Header, hash and link agree, and the chain says that the content was erased."
    : "Content, hash and link agree.";
}
