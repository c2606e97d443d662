"use client";

import { keys } from "@/components/api/keys";
import { RotationDialog } from "@/components/credentials/rotation-dialog";
import { Time } from "@/components/values/time";
import type { ApiKey, CreatedApiKey } from "@/lib/api-keys/schemas";

/** Replaces a key by a new one with its name and scopes, which is shown once, while the old one works for a while. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, hint, expiresAt } = apiKey;
  return (
    <RotationDialog<CreatedApiKey>
      label="key"
      title={`Rotate ${name}?`}
      failure="The key was not rotated"
      path={`/v1/api-keys/${id}/rotate`}
      invalidates={keys.apiKeys.all()}
      overlap={{
        label: "The old key goes on working for",
        description: "So that programs can change over one after the other.",
      }}
      secretOf={({ key }) => key}
      advice={(_, overlapSeconds) =>
        overlapSeconds > 0
          ? `Put it where ${hint} is used. The old key works until its time is over, as the list shows.`
          : `Put it where ${hint} was used: the old key is refused from now on.`
      }
      onClose={onClose}
    >
      <div>
        The new key has the same name and scopes.
        {expiresAt !== null && (
          <>
            {" "}
            It lives as long as this one was made to; this one ends on <Time value={expiresAt} /> at the latest.
          </>
        )}
      </div>
    </RotationDialog>
  );
}
