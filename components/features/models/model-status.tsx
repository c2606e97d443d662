"use client";

import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { type Check, checksOf, countOf, type ModelRecords } from "./model-checks";
import { modelStatus as texts } from "./texts";

const alertPeriodMs = 30 * 86_400_000;

/** Words of the reviews that can be a validation, an approval or a stop. Their members determine which. */
const reviewWords =
  'validation or approval or signoff or "sign off" or "independent review" or revalidation or modelvalidation or modelapproval or incident or suspended or stopped or halted or withdrawn or decommissioned';

/** Whether the recorded evidence supports running the model, with the result of each check. */
export function ModelStatus({ model }: { model: Model }) {
  const query = useQuery({
    queryKey: keys.audit.list({ statusOf: model.id }),
    queryFn: ({ signal }) => readRecords(model.id, signal),
  });
  return (
    <Section title={texts.title} panel>
      <QueryState query={query} label={texts.theChecks} height={400}>
        {(records) => <Answer checks={checksOf(model, records)} />}
      </QueryState>
    </Section>
  );
}

async function readRecords(modelId: string, signal: AbortSignal): Promise<ModelRecords> {
  const readAt = Date.now();
  const read = (query: object) => api.get<EventList>("/v1/audit", { modelId, limit: 100, ...query }, { signal });
  const [reviews, matches, deployments, alerts] = await Promise.all([
    read({ eventType: "HUMAN_REVIEW" }),
    read({ eventType: "HUMAN_REVIEW", q: reviewWords }),
    read({ eventType: "DEPLOYMENT" }),
    read({ eventType: "ALERT", from: new Date(readAt - alertPeriodMs).toISOString() }),
  ]);
  return { reviews, matches, deployments, alerts, readAt };
}

function Answer({ checks }: { checks: Check[] }) {
  const [failed, open] = [countOf(checks, "failed"), countOf(checks, "attention")];
  const result = failed > 0 ? "failed" : open > 0 ? "attention" : "passed";
  const text = failed > 0 ? texts.no(failed) : open > 0 ? texts.notYet(open) : texts.yes;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Mark result={result} size={20} />
        <Text fw={600}>{text}</Text>
      </Group>
      <p className="quiet">{texts.basis}</p>
      <KeyValue rows={checks.map((check) => [check.label, <Result key={check.label} check={check} />] as const)} />
    </>
  );
}

function Result({ check: { result, text, event } }: { check: Check }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Mark result={result} size={16} />
      <span>
        <span className="visually-hidden">{texts.results[result]}</span> {text}
        {event && (
          <Text component="span" display="block" size="xs" c="dimmed">
            <Time value={event.timestamp} format="relative" />,{" "}
            <Link href={`/audit/${event.id}`}>{texts.event(event.chainPosition)}</Link>
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
