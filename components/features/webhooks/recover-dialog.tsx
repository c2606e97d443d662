"use client";

import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { fieldsToPeriod, toFieldValue } from "@/components/ui/filters/filter-periods";
import { Dialog } from "@/components/ui/overlay/dialog";
import { terms } from "@/components/ui/terms";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { Recovery } from "@/lib/domains/webhooks/schemas-deliveries";
import { common, recoverDialog as texts } from "./texts";

const dayMs = 86_400_000;
const periods = [
  { days: 1, label: texts.last24Hours },
  { days: 3, label: texts.last3Days },
  { days: 7, label: texts.last7Days },
];

/** Replays the failed deliveries of a period, after counting them. */
export function RecoverDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [since, setSince] = useState(() => fieldOf(Date.now() - dayMs));
  const [until, setUntil] = useState("");
  const path = `/v1/webhooks/${endpoint.id}/recover`;
  const period = fieldsToPeriod(since, until);

  const count = useMutation<Recovery, Error>({
    mutationFn: () =>
      api.post(path, { since: period.from, ...(period.to !== null && { until: period.to }), dryRun: true }),
  });
  const send = useSend<Recovery, Recovery>({
    send: (counted) => api.post(path, { since: counted.since, until: counted.until, dryRun: false }),
    invalidates: [keys.deliveries.all()],
    success: ({ redelivered }) => texts.queuedForRedelivery(redelivered),
    errors: "form",
    onSuccess: onClose,
  });
  const counted = count.data;
  const error = send.error ?? count.error;
  const errors = fieldErrors(error);

  function choose(first: string, last: string): void {
    setSince(first);
    setUntil(last);
    count.reset();
    send.reset();
  }

  return (
    <Dialog onClose={onClose} size="lg" title={common.replayFailedDeliveries}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (counted) send.mutate(counted);
          else count.mutate();
        }}
      >
        <Stack>
          <FormError error={error} title={texts.noDeliveriesWereReplayed} />
          <div>{texts.introduction}</div>
          <Group gap="xs">
            {periods.map(({ days, label }) => (
              <Button
                key={days}
                variant="default"
                size="compact-xs"
                onClick={() => choose(fieldOf(Date.now() - days * dayMs), "")}
              >
                {label}
              </Button>
            ))}
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              type="datetime-local"
              label={texts.from}
              required
              value={since}
              onChange={(event) => choose(event.currentTarget.value, until)}
              error={errors.since}
            />
            <TextInput
              type="datetime-local"
              {...texts.to}
              inputWrapperOrder={["label", "input", "description", "error"]}
              value={until}
              onChange={(event) => choose(since, event.currentTarget.value)}
              error={period.problem ?? errors.until}
            />
          </SimpleGrid>
          <div role="status">{counted && texts.failedInThisPeriod(counted.matched)}</div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {terms.cancel}
            </Button>
            {counted ? (
              <Button key="send" type="submit" loading={send.isPending} disabled={counted.matched === 0}>
                {texts.replay}
              </Button>
            ) : (
              <Button
                key="count"
                type="submit"
                loading={count.isPending}
                disabled={period.from === null || period.problem !== null}
              >
                {texts.countDeliveries}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function fieldOf(epochMs: number): string {
  return toFieldValue(new Date(epochMs).toISOString());
}
