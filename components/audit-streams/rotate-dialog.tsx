"use client";

import { keys } from "@/components/api/keys";
import { RotationDialog } from "@/components/credentials/rotation-dialog";
import { Time } from "@/components/values/time";
import type { AuditStream, CreatedAuditStream } from "@/lib/audit-streams/schemas";

interface RotateDialogProps {
  stream: AuditStream;
  /** Whether the secret before the present one signs too. */
  overlaps: boolean;
  onClose: () => void;
}

/** Gives a stream a new signing secret, which is shown once, while the old one signs for a while beside it. */
export function RotateDialog({ stream, overlaps, onClose }: RotateDialogProps) {
  return (
    <RotationDialog<CreatedAuditStream>
      label="signing secret"
      title="Rotate the signing secret?"
      failure="The secret was not rotated"
      path={`/v1/audit-streams/${stream.id}/rotate-secret`}
      invalidates={keys.streams.all()}
      overlap={{
        label: "The present secret goes on signing for",
        description: "Batches carry a signature by each of the two meanwhile.",
      }}
      secretOf={({ signingSecret }) => signingSecret}
      advice={({ previousSecretExpiresAt }, overlapSeconds) =>
        overlapSeconds > 0 ? (
          <>
            Put it into your receiver before <Time value={previousSecretExpiresAt} />.
          </>
        ) : (
          "Put it into your receiver now: batches are signed with nothing else any more."
        )
      }
      unfinished={overlaps && "The oldest of the two secrets that sign now ends at once."}
      onClose={onClose}
    />
  );
}
