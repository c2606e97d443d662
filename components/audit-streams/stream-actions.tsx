"use client";

import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { SecretSection } from "@/components/credentials/secret-section";
import { DeleteSection } from "@/components/detail/delete-section";
import type { AuditStream, StreamTest } from "@/lib/audit-streams/schemas";
import { failureText } from "./stream-words";

const RotateDialog = dynamic(() => import("./rotate-dialog").then((file) => file.RotateDialog));

/** Pauses a stream, or resumes it where it stands. */
export function PauseSwitch({ stream: { id, status } }: { stream: AuditStream }) {
  const isWorking = status === "ACTIVE" || status === "FAILING";
  const send = useSend<string, AuditStream>({
    send: (next) => api.patch(`/v1/audit-streams/${id}`, { status: next }),
    invalidates: [keys.streams.all()],
    success: (changed) => (changed.status === "PAUSED" ? "The stream is paused." : "The stream goes on."),
  });
  return (
    <Button
      variant={isWorking ? "default" : "filled"}
      size="xs"
      loading={send.isPending}
      onClick={() => send.mutate(isWorking ? "PAUSED" : "ACTIVE")}
    >
      {isWorking ? "Pause" : "Resume"}
    </Button>
  );
}

/** Asks the receiver now, and says what it answered. */
export function TestButton({ stream: { id } }: { stream: AuditStream }) {
  const send = useSend<void, StreamTest>({
    send: async () => {
      const tested = await api.post<StreamTest>(`/v1/audit-streams/${id}/test`);
      if (tested.outcome === "FAILED") {
        throw new Error(failureText(tested.error, tested.statusCode) ?? "The receiver did not take it.");
      }
      return tested;
    },
    success: ({ statusCode }) => `The receiver answered ${statusCode}.`,
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconSend size={14} aria-hidden="true" />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      Test
    </Button>
  );
}

/** The signing secret of a stream. */
export function StreamSecret({ stream }: { stream: AuditStream }) {
  return (
    <SecretSection
      title="Signing secret"
      permission="webhooks:write"
      previousSecretExpiresAt={stream.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      rotation={(overlaps, onClose) => <RotateDialog stream={stream} overlaps={overlaps} onClose={onClose} />}
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
      }}
      typeToConfirm={name}
      note="Ends the stream for good. To stop it for a while, pause it."
    />
  );
}
