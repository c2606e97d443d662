"use client";

import { Button } from "@mantine/core";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useSession } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import type { ApiKey } from "@/lib/api-keys/schemas";
import styles from "./api-keys.module.css";

interface KeyActionsProps {
  apiKey: ApiKey;
  onRotate: (key: ApiKey) => void;
}

/** What can be done with a key that works: replace it, or end it for good once its name was typed. */
export function KeyActions({ apiKey, onRotate }: KeyActionsProps) {
  const { id, name, hint, scopes, status, replacedById } = apiKey;
  const permissions: readonly string[] = useSession().permissions;
  // The successor of a key would give its scopes to whoever rotates it.
  const mayRotate =
    status === "ACTIVE" && replacedById === null && scopes.every((scope) => permissions.includes(scope));
  const revoke = useSend({
    send: () => api.delete(`/v1/api-keys/${id}`),
    invalidates: [keys.apiKeys.all()],
    success: () => `${name} is revoked.`,
  });

  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: "Revoke this key?",
      body: `Within five seconds ${hint} is refused everywhere. This cannot be taken back.`,
      action: "Revoke",
      danger: true,
      typeToConfirm: name,
    });
    if (isSure) revoke.mutate();
  }

  return (
    <span className={styles.actions}>
      {mayRotate && (
        <Button variant="default" size="compact-xs" aria-label={`Rotate ${name}`} onClick={() => onRotate(apiKey)}>
          Rotate
        </Button>
      )}
      {status === "ACTIVE" && (
        <Button
          variant="default"
          size="compact-xs"
          c="red"
          aria-label={`Revoke ${name}`}
          loading={revoke.isPending}
          onClick={() => void ask()}
        >
          Revoke
        </Button>
      )}
    </span>
  );
}
