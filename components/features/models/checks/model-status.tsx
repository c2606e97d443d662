"use client";

import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { breakable, KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { queryString } from "@/lib/platform/client/query-string";
import { modelStatus } from "../texts";
import { CheckMark } from "./check-mark";
import type { Check } from "./check-result";
import { answerOf, checksOf } from "./model-checks";
import { countedSince, type ModelRecords, reviewWords } from "./model-records";

/** The height of the checks: their text wraps on narrow screens. Otherwise, the sections below would move. */
const checksHeight = "max(598px, 1446px - 120vw)";

/** Whether the recorded evidence supports running the model, with the result of each check. */
export function ModelStatus({ model }: { model: Model }) {
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
  const [inferences, alerts, olderAlerts, severe] = await Promise.all([
    read({ eventType: "INFERENCE", limit: 1 }),
    read({ eventType: "ALERT", ...from }),
    Promise.all(since === null ? [] : [read({ eventType: "ALERT", to: since })]),
    Promise.all([read({ severity: "HIGH", ...from }), read({ severity: "CRITICAL", ...from })]),
  ]);
  return { ...decisions, since, inferences, alerts, olderAlerts, severe, readAt };
}

/** `isSearched`: not all reviews were read in full. */
function Answer({ checks, isSearched }: { checks: Check[]; isSearched: boolean }) {
  const { result, text } = answerOf(checks);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <CheckMark result={result} size={20} />
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
        <CheckMark result={result} size={16} />
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
