"use client";

import { IconSend } from "@tabler/icons-react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { RotateSecret } from "@/components/credentials/rotate-secret";
import { ConfirmAction, DeleteSection, Toggle } from "@/components/detail/actions";
import type { AuditStream, CreatedAuditStream, StreamTest } from "@/lib/audit-streams/schemas";
import { failureText } from "./stream-words";

/** Pauses a stream, or resumes it where it stopped. */
export function PauseSwitch({ stream: { id, status } }: { stream: AuditStream }) {
  return (
    <Toggle<AuditStream>
      on={status === "ACTIVE" || status === "FAILING"}
      labels={["Pause", "Resume"]}
      path={`/v1/audit-streams/${id}`}
      change={(on) => ({ status: on ? "ACTIVE" : "PAUSED" })}
      invalidates={[keys.streams.all()]}
      success={(changed) => (changed.status === "PAUSED" ? "The stream is paused." : "The stream goes on.")}
    />
  );
}

/** Sends a test to the receiver and shows its answer. */
export function TestButton({ stream: { id } }: { stream: AuditStream }) {
  return (
    <ConfirmAction<StreamTest>
      label="Test"
      leftSection={<IconSend size={14} aria-hidden="true" />}
      send={async () => {
        const tested = await api.post<StreamTest>(`/v1/audit-streams/${id}/test`);
        if (tested.outcome === "FAILED") {
          throw new Error(failureText(tested.error, tested.statusCode) ?? "The receiver did not take it.");
        }
        return tested;
      }}
      success={({ statusCode }) => `The receiver answered ${statusCode}.`}
    />
  );
}

/** The signing secret of a stream. */
export function StreamSecret({ stream }: { stream: AuditStream }) {
  return (
    <RotateSecret<CreatedAuditStream>
      title="Signing secret"
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/audit-streams/${stream.id}/rotate-secret`}
      invalidates={keys.streams.all()}
      previousSecretExpiresAt={stream.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      overlap={{
        label: "The present secret goes on signing for",
        description: "Batches carry a signature by each of the two meanwhile.",
      }}
      unfinished="The oldest of the two secrets that sign now ends at once."
      secretOf={({ signingSecret }) => signingSecret}
      advice={(before) =>
        before ? (
          <>Put it into your receiver before {before}.</>
        ) : (
          "Put it into your receiver now: batches are signed with nothing else any more."
        )
      }
    />
  );
}

/** Deletes a stream, once its name was typed. */
export function DeleteStream({ stream: { id, name } }: { stream: AuditStream }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/audit-streams/${id}`}
      list={{ key: keys.streams.list(), href: "/streams" }}
      question={{
        title: "Delete this stream?",
        body: "Its secrets and its place in the chain go with it. This cannot be taken back.",
        typeToConfirm: name,
      }}
      note="Ends the stream for good. To stop it for a while, pause it."
    />
  );
}
