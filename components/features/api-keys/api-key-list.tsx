"use client";

import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { useSession } from "@/components/ui/page/session";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Hint, Time } from "@/components/ui/values/time";
import type { ApiKey } from "@/lib/domains/api-keys/schemas";
import styles from "./api-keys.module.css";

const CreateKeyDialog = dynamic(() => import("./key-dialogs").then((file) => file.CreateKeyDialog));
const RotateKeyDialog = dynamic(() => import("./key-dialogs").then((file) => file.RotateKeyDialog));

const column = columnsOf<ApiKey>();
const columns: Column<ApiKey>[] = [
  column.text("name", "Name", naming),
  column.text("hint", "Key", { cell: ({ hint }) => <code className={styles.hint}>{hint}</code> }),
  {
    id: "scopes",
    header: "Scopes",
    cell: ({ scopes }) => <ScopeNames scopes={scopes} />,
    csv: ({ scopes }) => scopes.join(" "),
  },
  column.text("status", "Status", { cell: (key) => <KeyState apiKey={key} /> }),
  column.time("lastUsedAt", "Last used", { format: "relative", none: "Never" }),
  column.time("expiresAt", "Expires", { none: "Never" }),
  column.time("createdAt", "Created", { format: "day" }),
  column.text("id", "ID", { hiddenByDefault: true }),
];

/** The organisation's API keys. */
export function ApiKeyList() {
  // Not in a row: the dialog must stay open when the row moves to another page.
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const actions: Column<ApiKey> = column.actions((key) => <KeyActions apiKey={key} onRotate={setRotating} />);
  return (
    <ListPage<ApiKey>
      title="API keys"
      description="API keys give applications access to the API. Use a separate key for each application, with only the scopes it needs."
      create={{
        label: "Create API key",
        permission: "admin",
        dialog: (onClose) => <CreateKeyDialog onClose={onClose} />,
      }}
      name="api-keys"
      listKey={keys.apiKeys.list}
      path="/v1/api-keys"
      columns={[...columns, actions]}
      card={(key) => <KeyCard apiKey={key} onRotate={setRotating} />}
      empty={{ icon: IconKey, title: "No API keys yet", text: "Create a key for each application that calls the API." }}
    >
      {rotating && <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(null)} />}
    </ListPage>
  );
}

/** The status of a key, and when a rotated key expires. */
function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { status, replacedById, expiresAt } = apiKey;
  if (status !== "ACTIVE" || replacedById === null) return <StatusBadge kind="key" value={status} />;
  return (
    <>
      <StatusBadge kind="key" value={status} />{" "}
      <span className="quiet">
        Replaced, expires <Time value={expiresAt} format="relative" />
      </span>
    </>
  );
}

function KeyCard({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: (key: ApiKey) => void }) {
  return (
    <>
      <div>
        <KeyState apiKey={apiKey} /> <code className={styles.hint}>{apiKey.hint}</code>
      </div>
      <ScopeNames scopes={apiKey.scopes} />
      <div className="quiet">
        Last used <Time value={apiKey.lastUsedAt} format="relative" none="never" />, expires{" "}
        <Time value={apiKey.expiresAt} format="day" none="never" />
      </div>
      <KeyActions apiKey={apiKey} onRotate={onRotate} />
    </>
  );
}

interface KeyActionsProps {
  apiKey: ApiKey;
  onRotate: (key: ApiKey) => void;
}

/** Rotates or revokes an active key. */
function KeyActions({ apiKey, onRotate }: KeyActionsProps) {
  const { id, name, hint, scopes, status, replacedById } = apiKey;
  const permissions: readonly string[] = useSession().permissions;
  // The new key has the same scopes, so the user must have all of them.
  const mayRotate =
    status === "ACTIVE" && replacedById === null && scopes.every((scope) => permissions.includes(scope));

  return (
    <span className={styles.actions}>
      {mayRotate && (
        <Button variant="default" size="compact-xs" aria-label={`Rotate ${name}`} onClick={() => onRotate(apiKey)}>
          Rotate
        </Button>
      )}
      {status === "ACTIVE" && (
        <ConfirmAction
          label="Revoke"
          size="compact-xs"
          c="red"
          aria-label={`Revoke ${name}`}
          question={{
            title: `Revoke ${name}?`,
            body: `Requests that use ${hint} will be rejected within five seconds. You can't undo this.`,
            action: "Revoke",
            danger: true,
            typeToConfirm: name,
          }}
          send={() => api.delete(`/v1/api-keys/${id}`)}
          invalidates={[keys.apiKeys.all()]}
          success={() => `${name} revoked.`}
        />
      )}
    </span>
  );
}

const shown = 3;

/** The first scopes of a key; all of them on hover and focus. */
function ScopeNames({ scopes }: { scopes: readonly string[] }) {
  const rest = scopes.length - shown;
  return (
    <span className={styles.scopes}>
      {scopes.slice(0, shown).map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
      {rest > 0 && (
        <Hint text={scopes.join(", ")}>
          <span className="quiet">+{rest}</span>
        </Hint>
      )}
    </span>
  );
}
