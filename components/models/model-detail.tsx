"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { May, useSession } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { Model } from "@/lib/models/schemas";
import { ModelEvents, ModelEvidence, ModelUses } from "./model-lists";
import { modelState, modelTitle } from "./model-words";
import styles from "./models.module.css";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));

const breadcrumbs = [{ label: "Models", href: "/models" }];

/** One model: what is known of it, and what was recorded about it. */
export function ModelDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.models.one(id),
    queryFn: ({ signal }) => api.getWithTag<Model>(`/v1/models/${id}`, undefined, { signal }),
  });
  if (query.data) return <ModelView model={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Model" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={240} label="the model" />
      )}
    </Page>
  );
}

function ModelView({ model, etag }: { model: Model; etag: string | null }) {
  const [isEditing, setEditing] = useState(false);
  const { member } = useSession();
  const isOurs = member.role !== "MODEL_OWNER" || model.ownerEmail === member.email;
  return (
    <Page
      title={modelTitle(model)}
      breadcrumbs={breadcrumbs}
      description={model.description}
      actions={
        !model.system &&
        isOurs && (
          <May permission="models:write">
            <ArchiveButton model={model} />
            <Button
              size="xs"
              leftSection={<IconPencil size={14} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              Change
            </Button>
          </May>
        )
      }
    >
      <div className={styles.sections}>
        <div>
          <section className={styles.section} aria-label="Facts">
            <KeyValue rows={factsOf(model)} />
          </section>
          <AllowedHostList model={model} />
        </div>
        <div>
          <ModelUses model={model} />
          <May permission="evidence:read">
            <ModelEvidence model={model} />
          </May>
          <ModelEvents model={model} />
        </div>
      </div>
      {isEditing && <ModelDialog model={model} etag={etag} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function factsOf(model: Model) {
  return [
    ["Status", <StatusBadge key="status" kind="model" value={modelState(model)} />],
    ["Version", model.version],
    ["Risk tier", model.riskTier && <Severity value={model.riskTier} />],
    ["Provider", model.provider],
    ["Owner", model.ownerEmail],
    ["Registered", <Time key="registered" value={model.createdAt} />],
    ["Changed", <Time key="changed" value={model.updatedAt} />],
    ["Id", <Id key="id" value={model.id} />],
  ] as const;
}

/** An archived model takes no more events; what it has stays. */
function ArchiveButton({ model }: { model: Model }) {
  const send = useSend<boolean, Model>({
    send: (archived) => api.patch<Model>(`/v1/models/${model.id}`, { archived }),
    invalidates: [keys.models.all()],
    success: ({ name, archived }) => (archived ? `${name} is archived.` : `${name} is active again.`),
  });
  async function change(): Promise<void> {
    const isSure =
      model.archived ||
      (await confirm({
        title: `Archive ${model.name}?`,
        body: "It takes no new events from then on. What was recorded stays, and it can be taken back.",
        action: "Archive",
        danger: true,
      }));
    if (isSure) send.mutate(!model.archived);
  }
  return (
    <Button variant="default" size="xs" loading={send.isPending} onClick={() => void change()}>
      {model.archived ? "Take back from the archive" : "Archive"}
    </Button>
  );
}

function AllowedHostList({ model: { allowedEndpoints } }: { model: Model }) {
  return (
    <section className={styles.section} aria-labelledby="allowed-hosts">
      <div className={styles.heading}>
        <h2 id="allowed-hosts">Allowed hosts</h2>
      </div>
      {allowedEndpoints.length === 0 ? (
        <p className={styles.quiet}>None. Any use of an outside AI service counts as shadow AI.</p>
      ) : (
        <ul className={styles.hosts}>
          {allowedEndpoints.map(({ host, departments, ipRanges }) => (
            <li key={[host, departments, ipRanges].join()}>
              <code>{host}</code>
              <div className={styles.quiet}>
                {departments?.join(", ") ?? "Every department"}
                {ipRanges && `, from ${ipRanges.join(", ")}`}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Link href="/shadow-ai/catalogue">Catalogue of hosts</Link>
    </section>
  );
}
