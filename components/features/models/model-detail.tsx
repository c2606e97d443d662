"use client";

import { IconPencil } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction, DialogButton } from "@/components/ui/detail/actions";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { May, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { Model } from "@/lib/domains/models/schemas";
import { ModelEvents, ModelEvidence, ModelUses } from "./model-lists";
import { common, modelDetail as texts } from "./texts";
import { modelState, modelTitle, providerName } from "./use-models";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));
const ModelStatus = dynamic(() => import("./checks/model-status").then((file) => file.ModelStatus));

export function ModelDetail({ id }: { id: string }) {
  return (
    <ResourcePage<Model>
      queryKey={keys.models.one(id)}
      path={`/v1/models/${id}`}
      kind={{ title: terms.model, label: texts.theModel, height: 240 }}
      breadcrumbs={[{ label: terms.models, href: "/models" }]}
      title={modelTitle}
      description={({ system, description }) => (system ? description : null)}
      actions={(model, etag) => <Actions model={model} etag={etag} />}
    >
      {(model) => (
        <Columns
          details={
            <>
              <Section title={terms.details} panel>
                <KeyValue rows={factsOf(model)} />
              </Section>
              <AllowedHostList model={model} />
            </>
          }
        >
          {!model.system && <ModelStatus model={model} />}
          <May permission="evidence:read">
            <ModelEvidence model={model} />
          </May>
          <ModelUses model={model} />
          <ModelEvents model={model} />
        </Columns>
      )}
    </ResourcePage>
  );
}

function Actions({ model, etag }: { model: Model; etag: string | null }) {
  const { member } = useSession();
  if (model.system || (member.role === "MODEL_OWNER" && model.ownerEmail !== member.email)) return null;
  const { id, name, archived } = model;
  return (
    <May permission="models:write">
      <DialogButton
        label={terms.edit}
        variant="filled"
        leftSection={<IconPencil size={14} aria-hidden="true" />}
        dialog={(onClose) => <ModelDialog model={model} etag={etag} onClose={onClose} />}
      />
      <ConfirmAction<Model>
        label={archived ? texts.restore : texts.archive}
        question={
          archived
            ? undefined
            : {
                title: texts.archiveQuestion(name),
                body: texts.archiveBody,
                action: texts.archive,
                danger: true,
              }
        }
        send={() => api.patch(`/v1/models/${id}`, { archived: !archived })}
        invalidates={[keys.models.all()]}
        success={(changed) => (changed.archived ? texts.archived(name) : texts.restored(name))}
      />
    </May>
  );
}

function factsOf(model: Model) {
  return [
    [terms.status, <StatusBadge key="status" kind="model" value={modelState(model)} />],
    [terms.version, model.version],
    [terms.provider, providerName(model.provider)],
    [common.registered, <Time key="registered" value={model.createdAt} />],
    [terms.updated, <Time key="changed" value={model.updatedAt} />],
    [terms.id, <Id key="id" value={model.id} />],
  ] as const;
}

function AllowedHostList({ model: { allowedEndpoints } }: { model: Model }) {
  return (
    <Section title={common.allowedHosts} panel>
      {allowedEndpoints.length === 0 ? (
        <p className="quiet">{texts.noAllowedHosts}</p>
      ) : (
        <ul className="plain-list" data-divided>
          {allowedEndpoints.map(({ host, departments, ipRanges }) => (
            <li key={[host, departments, ipRanges].join()}>
              <code>{host}</code>
              <div className="quiet">
                {departments?.join(", ") ?? texts.allDepartments}
                {ipRanges && texts.fromIpRanges(ipRanges.join(", "))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Link href="/shadow-ai/catalogue">{texts.viewCatalogue}</Link>
    </Section>
  );
}
