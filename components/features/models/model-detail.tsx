"use client";

import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction, DialogButton } from "@/components/ui/detail/actions";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Id } from "@/components/ui/values/identifiers";
import { breakable, KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { queryString } from "@/lib/platform/client/query-string";
import { answerOf, type Check, checksOf, countedSince, type ModelRecords } from "./model-checks";
import { ModelEvents, ModelEvidence, ModelUses } from "./model-lists";
import { common, modelStatus, modelDetail as texts } from "./texts";
import { modelTitle, providerName } from "./use-models";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));

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
      <DialogButton
        label={terms.edit}
        variant="filled"
        leftSection={<IconPencil size={14} aria-hidden="true" />}
        dialog={(onClose) => <ModelDialog model={model} etag={etag} onClose={onClose} />}
      />
    </May>
  );
}

function factsOf(model: Model) {
  return [
    [terms.version, model.version],
    [terms.provider, providerName(model.provider)],
    [texts.registered, <Time key="registered" value={model.createdAt} />],
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

/** Search terms for reviews that can be a validation, an approval or a stop. The fields of a review determine which. */
const reviewWords =
  'validation or approval or signoff or "sign off" or "independent review" or revalidation or modelvalidation or modelapproval or incident or suspended or stopped or halted or withdrawn or decommissioned';

/** The height of the checks: their text wraps on narrow screens. Otherwise, the sections below would move. */
const checksHeight = "max(552px, 1400px - 120vw)";

/** Whether the recorded evidence supports running the model, with the result of each check. */
function ModelStatus({ model }: { model: Model }) {
  const query = useQuery({
    queryKey: keys.audit.list({ statusOf: model.id }),
    queryFn: ({ signal }) => readRecords(model.id, signal),
  });
  return (
    <Section title={modelStatus.title} panel>
      <QueryState query={query} label={modelStatus.theChecks} height={checksHeight}>
        {(records) => <Answer checks={checksOf(model, records)} isSearched={records.reviews.pagination.hasMore} />}
      </QueryState>
    </Section>
  );
}

async function readRecords(modelId: string, signal: AbortSignal): Promise<ModelRecords> {
  const readAt = Date.now();
  const read = (query: object) => api.get<EventList>("/v1/audit", { modelId, limit: 100, ...query }, { signal });
  const [reviews, matches, deployments] = await Promise.all([
    read({ eventType: "HUMAN_REVIEW" }),
    read({ eventType: "HUMAN_REVIEW", q: reviewWords }),
    read({ eventType: "DEPLOYMENT" }),
  ]);
  const decisions = { reviews, matches, deployments };
  const since = countedSince(decisions, readAt);
  const from = since === null ? {} : { from: since };
  const [alerts, ...severe] = await Promise.all([
    read({ eventType: "ALERT", ...from }),
    read({ severity: "HIGH", ...from }),
    read({ severity: "CRITICAL", ...from }),
  ]);
  return { ...decisions, since, alerts, severe, readAt };
}

/** `isSearched`: not all reviews were read in full. */
function Answer({ checks, isSearched }: { checks: Check[]; isSearched: boolean }) {
  const { result, text } = answerOf(checks);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Mark result={result} size={20} />
        <Text fw={600}>{text}</Text>
      </Group>
      <p className="quiet">
        {modelStatus.basis} {isSearched && modelStatus.searched}
      </p>
      <KeyValue rows={checks.map((check) => [check.label, <Result key={check.label} check={check} />] as const)} />
    </>
  );
}

function Result({ check: { result, text, event, filter } }: { check: Check }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <span title={modelStatus.results[result].replace(":", "")}>
        <Mark result={result} size={16} />
      </span>
      <span>
        <span className="visually-hidden">{modelStatus.results[result]}</span> {breakable(text)}
        {event && (
          <Text component="span" display="block" size="xs" c="dimmed">
            <Time value={event.timestamp} format="relative" />,{" "}
            <Link href={`/audit/${event.id}`}>{modelStatus.event(event.chainPosition)}</Link>
          </Text>
        )}
        {filter && (
          <Text component="span" display="block" size="xs">
            <Link href={`/audit${queryString(filter)}`}>{modelStatus.viewEvents}</Link>
          </Text>
        )}
      </span>
    </Group>
  );
}

const marks = {
  passed: { Icon: IconCircleCheck, color: "var(--good)" },
  attention: { Icon: IconAlertTriangle, color: "var(--doubt)" },
  failed: { Icon: IconCircleX, color: "var(--bad)" },
  none: { Icon: IconCircleMinus, color: "var(--text-quiet)" },
};

function Mark({ result, size }: { result: Check["result"]; size: number }) {
  const { Icon, color } = marks[result];
  return <Icon size={size} color={color} style={{ flex: "none", marginTop: 2 }} aria-hidden="true" />;
}
