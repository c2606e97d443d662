"use client";

import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { ApiKey } from "@/lib/api-keys/schemas";
import styles from "./api-keys.module.css";
import { KeyActions } from "./key-actions";
import { ScopeNames } from "./scope-names";

const CreateKeyDialog = dynamic(() => import("./create-key-dialog").then((file) => file.CreateKeyDialog));
const RotateKeyDialog = dynamic(() => import("./rotate-key-dialog").then((file) => file.RotateKeyDialog));

const columns: Column<ApiKey>[] = [
  { id: "name", header: "Name", rowHeader: true, hideable: false, cell: ({ name }) => name, csv: ({ name }) => name },
  {
    id: "hint",
    header: "Key",
    cell: ({ hint }) => <code className={styles.hint}>{hint}</code>,
    csv: ({ hint }) => hint,
  },
  {
    id: "scopes",
    header: "Scopes",
    cell: ({ scopes }) => <ScopeNames scopes={scopes} />,
    csv: ({ scopes }) => scopes.join(" "),
  },
  { id: "status", header: "Status", cell: (key) => <KeyState apiKey={key} />, csv: ({ status }) => status },
  {
    id: "lastUsedAt",
    header: "Last used",
    cell: ({ lastUsedAt }) => <Time value={lastUsedAt} format="relative" none="Never" />,
    csv: ({ lastUsedAt }) => lastUsedAt,
  },
  {
    id: "expiresAt",
    header: "Expires",
    cell: ({ expiresAt }) => <Time value={expiresAt} none="Never" />,
    csv: ({ expiresAt }) => expiresAt,
  },
  {
    id: "createdAt",
    header: "Created",
    cell: ({ createdAt }) => <Time value={createdAt} format="day" />,
    csv: ({ createdAt }) => createdAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** The keys by which programs use the API. */
export function ApiKeyList() {
  const list = useList<ApiKey>({ key: keys.apiKeys.list(), path: "/v1/api-keys" });
  const [isCreating, setCreating] = useState(false);
  // Here rather than in a row: the new key must stay in sight when the old one's row moves to another page.
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const actions: Column<ApiKey> = {
    id: "actions",
    header: "Actions",
    actions: true,
    hideable: false,
    cell: (key) => <KeyActions apiKey={key} onRotate={setRotating} />,
  };
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setCreating(true)}>
      Create an API key
    </Button>
  );
  return (
    <Page
      title="API keys"
      description="Programs use the API by a key. Give each its own, with the scopes that it needs and no more."
      actions={create}
    >
      <DataTable
        name="api-keys"
        label="API keys"
        columns={[...columns, actions]}
        rows={list.rows}
        rowId={({ id }) => id}
        query={list.query}
        page={list.page}
        empty={
          <EmptyState
            icon={<IconKey size={28} />}
            title="No API keys yet"
            text="Whatever records events or reads them by itself needs one."
            action={create}
          />
        }
        card={(key) => <KeyCard apiKey={key} onRotate={setRotating} />}
        exportAll={{ fileName: "api-keys", fetchPage: list.fetchPage }}
      />
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {rotating && <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(null)} />}
    </Page>
  );
}

/** The status of a key; of one that was rotated and still works, until when. */
function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { status, replacedById, expiresAt } = apiKey;
  if (status !== "ACTIVE" || replacedById === null) return <StatusBadge kind="key" value={status} />;
  return (
    <>
      <StatusBadge kind="key" value={status} />{" "}
      <span className={styles.quiet}>
        Replaced, ends <Time value={expiresAt} format="relative" />
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
      <div className={styles.quiet}>
        Last used <Time value={apiKey.lastUsedAt} format="relative" none="never" />, expires{" "}
        <Time value={apiKey.expiresAt} format="day" none="never" />
      </div>
      <KeyActions apiKey={apiKey} onRotate={onRotate} />
    </>
  );
}
