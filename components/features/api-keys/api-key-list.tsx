"use client";

import { Anchor, Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { terms } from "@/components/ui/terms";
import { breakable } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ApiKey } from "@/lib/domains/api-keys/schemas";
import styles from "./api-keys.module.css";
import { common, apiKeyList as texts } from "./texts";

const CreateKeyDialog = dynamic(() => import("./key-dialogs").then((file) => file.CreateKeyDialog));
const RotateKeyDialog = dynamic(() => import("./key-dialogs").then((file) => file.RotateKeyDialog));

const column = columnsOf<ApiKey>();
const columns: Column<ApiKey>[] = [
  column.text("name", terms.name, naming),
  column.text("hint", terms.key, { cell: ({ hint }) => <code className={styles.hint}>{hint}</code>, inCards: "bare" }),
  {
    id: "scopes",
    header: common.scopes,
    inCards: "bare",
    cell: ({ scopes }) => <ScopeNames scopes={scopes} />,
    csv: ({ scopes }) => scopes.join(" "),
  },
  column.text("status", terms.status, { cell: (key) => <KeyState apiKey={key} />, inCards: "corner" }),
  column.time("lastUsedAt", texts.lastUsed, { format: "relative", none: terms.never }),
  column.time("expiresAt", terms.expires, { format: "day", none: terms.never }),
  column.time("createdAt", terms.created, { format: "day", inCards: false }),
  column.text("createdBy", texts.createdBy, {
    labelOf: breakable,
    // The service or its operator created keys without a creator.
    none: texts.serviceOperator,
    room: 3,
  }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

/** The organisation's API keys. */
export function ApiKeyList() {
  // Not in a row: the dialog must stay open when the row moves to another page.
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const actions: Column<ApiKey> = {
    ...column.actions((key) => key.status === "ACTIVE" && <KeyActions apiKey={key} onRotate={setRotating} />),
    actions: "below",
  };
  return (
    <ListPage<ApiKey>
      title={texts.apiKeys}
      description={texts.pageDescription}
      create={{
        label: common.createApiKey,
        permission: "admin",
        dialog: (onClose) => <CreateKeyDialog onClose={onClose} />,
      }}
      name="api-keys"
      listKey={keys.apiKeys.list}
      path="/v1/api-keys"
      columns={[...columns, actions]}
      empty={{ icon: IconKey, ...texts.empty }}
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
        {texts.replacedExpires} <Time value={expiresAt} format="relative" />
      </span>
    </>
  );
}

interface KeyActionsProps {
  apiKey: ApiKey;
  onRotate: (key: ApiKey) => void;
}

/** Rotates or revokes an active key. */
function KeyActions({ apiKey, onRotate }: KeyActionsProps) {
  const { id, name, hint, status, replacedById } = apiKey;
  return (
    <span className={styles.actions}>
      {status === "ACTIVE" && replacedById === null && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={texts.rotateNamed(name)}
          onClick={() => onRotate(apiKey)}
        >
          {texts.rotate}
        </Button>
      )}
      {status === "ACTIVE" && (
        <ConfirmAction
          label={texts.revoke}
          size="compact-xs"
          c="red"
          aria-label={texts.revokeNamed(name)}
          question={{
            title: texts.revokeQuestion(name),
            body: texts.revokeBody(hint),
            action: texts.revoke,
            danger: true,
            typeToConfirm: name,
          }}
          send={() => api.delete(`/v1/api-keys/${id}`)}
          invalidates={[keys.apiKeys.all()]}
          success={() => texts.revoked(name)}
        />
      )}
    </span>
  );
}

const shown = 3;

/** The first scopes of a key, with a button for all of them. */
function ScopeNames({ scopes }: { scopes: readonly string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const rest = scopes.length - shown;
  return (
    <span className={styles.scopes}>
      {(showsAll ? scopes : scopes.slice(0, shown)).map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
      {rest > 0 && (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-expanded={showsAll}
          aria-label={showsAll ? undefined : texts.showScopes(rest)}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? texts.showFewer : `+${rest}`}
        </Anchor>
      )}
    </span>
  );
}
