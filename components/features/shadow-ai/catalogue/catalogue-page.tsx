"use client";

import { Button, Group, Paper, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Time } from "@/components/ui/values/time";
import type { CatalogueDocument, HostExplanation, StoredOverride } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { categoryLabel } from "../labels";
import { cataloguePage as texts } from "../texts/catalogue";
import { common } from "../texts/common";
import { EntryTable } from "./entry-table";

const OverrideDialog = dynamic(() => import("./override-dialog").then((file) => file.OverrideDialog));

/** The hosts of AI services, the organisation's overrides, and a check for a single host. */
export function CataloguePage() {
  const query = useRead<CatalogueDocument>(keys.catalogue(), "/v1/shadow-ai/catalogue");
  const [edited, setEdited] = useState<string | null>(null);
  const overrides = query.data?.overrides ?? [];
  return (
    <Page
      title={texts.catalogue}
      description={texts.description(query.data?.version)}
      actions={
        <May permission="shadow_ai:configure">
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setEdited("")}>
            {common.addOverride}
          </Button>
        </May>
      }
    >
      <CheckHost />
      {overrides.length > 0 && <OverrideList overrides={overrides} onEdit={setEdited} />}
      <EntryTable entries={query.data?.entries ?? []} query={query} />
      {edited !== null && (
        <OverrideDialog
          host={edited}
          override={overrides.find(({ host }) => host === edited)?.override}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}

function OverrideList({ overrides, onEdit }: { overrides: readonly StoredOverride[]; onEdit: (host: string) => void }) {
  return (
    <Section title={texts.catalogueOverrides} panel>
      <ul className="plain-list" data-divided data-rows>
        {overrides.map(({ host, override, updatedAt }) => (
          <li key={host}>
            <code>{host}</code>
            <span data-grow>
              {override.ignore
                ? texts.ignored
                : [override.provider?.name, override.category && categoryLabel(override.category)]
                    .filter(Boolean)
                    .join(", ")}
              {override.note && ` (${override.note})`}
            </span>
            <Time value={updatedAt} format="relative" />
            <May permission="shadow_ai:configure">
              <Button variant="default" size="compact-xs" onClick={() => onEdit(host)}>
                {terms.edit}
              </Button>
              <ConfirmAction
                label={texts.remove}
                size="compact-xs"
                question={{
                  title: texts.removeQuestion(host),
                  ...texts.question,
                }}
                send={() => api.delete(`/v1/shadow-ai/catalogue/overrides/${encodeURIComponent(host)}`)}
                invalidates={[keys.catalogue(), keys.detections.all()]}
                success={() => texts.overrideRemoved(host)}
              />
            </May>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows how a host is classified, and by which rule. */
function CheckHost() {
  const [host, setHost] = useState("");
  const check = useMutation({
    mutationFn: () => api.get<HostExplanation>("/v1/shadow-ai/catalogue/explain", { host }),
  });
  return (
    <Paper
      component="form"
      withBorder
      mb="md"
      px="md"
      py="sm"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          {...texts.checkAHost}
          required
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={check.isPending}>
          {texts.check}
        </Button>
      </Group>
      <FormError error={check.error} title={texts.checkFailed} />
      <Text inherit mt="xs" aria-live="polite">
        {check.data && sentenceOf(check.data)}
      </Text>
    </Paper>
  );
}

function sentenceOf({ host, match }: HostExplanation): string {
  if (!match) return texts.notInCatalogue(host);
  if (match.ignored) return texts.ignoredHost(match.why);
  const { provider, category } = match.entry;
  return texts.providerService(match.why, provider.name, category);
}
