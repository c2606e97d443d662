"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { FormError } from "@/components/ui/feedback/form-error";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Time } from "@/components/ui/values/time";
import type { CatalogueDocument, HostExplanation, StoredOverride } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { categoryWord } from "../labels";
import styles from "../pages.module.css";
import { EntryTable } from "./entry-table";

const OverrideDialog = dynamic(() => import("./override-dialog").then((file) => file.OverrideDialog));

/** Which hosts are known to be of AI services, what this organisation knows better, and what a host is taken for. */
export function CataloguePage() {
  const query = useRead<CatalogueDocument>(keys.catalogue(), "/v1/shadow-ai/catalogue");
  const [edited, setEdited] = useState<string | null>(null);
  const overrides = query.data?.overrides ?? [];
  return (
    <Page
      title="Catalogue"
      description={query.data ? `Hosts of AI services, version ${query.data.version}` : "Hosts of AI services"}
      actions={
        <May permission="shadow_ai:configure">
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setEdited("")}>
            Tell of a host
          </Button>
        </May>
      }
    >
      <TestHost />
      {overrides.length > 0 && <OverrideTable overrides={overrides} onEdit={setEdited} />}
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

interface OverrideTableProps {
  overrides: readonly StoredOverride[];
  onEdit: (host: string) => void;
}

/** What the organisation knows better than the catalogue. */
export function OverrideTable({ overrides, onEdit }: OverrideTableProps) {
  return (
    <section className={styles.overrides} aria-labelledby="overrides">
      <h2 id="overrides">What you know better</h2>
      <ul>
        {overrides.map(({ host, override, updatedAt }) => (
          <li key={host}>
            <code>{host}</code>
            <span>
              {override.ignore
                ? "Ignored"
                : [override.provider?.name, override.category && categoryWord(override.category)]
                    .filter(Boolean)
                    .join(", ")}
              {override.note && ` (${override.note})`}
            </span>
            <Time value={updatedAt} format="relative" />
            <May permission="shadow_ai:configure">
              <Button variant="default" size="compact-xs" onClick={() => onEdit(host)}>
                Change
              </Button>
              <ConfirmAction
                label="Take back"
                size="compact-xs"
                question={{ title: `Take back what was told of ${host}?`, action: "Take back" }}
                send={() => api.delete(`/v1/shadow-ai/catalogue/overrides/${encodeURIComponent(host)}`)}
                invalidates={[keys.catalogue(), keys.detections.all()]}
                success={() => `What was told of ${host} is taken back.`}
              />
            </May>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a host is taken for, and by which rule. */
function TestHost() {
  const [host, setHost] = useState("");
  const test = useMutation({
    mutationFn: () => api.get<HostExplanation>("/v1/shadow-ai/catalogue/explain", { host }),
  });
  return (
    <form
      className={styles.test}
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          label="What is this host taken for?"
          placeholder="api.example.com"
          required
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Test
        </Button>
      </Group>
      <FormError error={test.error} title="This host could not be tested" />
      <p aria-live="polite">{test.data && sentenceOf(test.data)}</p>
    </form>
  );
}

function sentenceOf({ host, match }: HostExplanation): string {
  if (!match) return `${host} is in no catalogue. Only its traffic could tell that it is of an AI service.`;
  if (match.ignored) return `${match.why} Its traffic is ignored.`;
  const { provider, category } = match.entry;
  return `${match.why} It is of ${provider.name}: ${categoryWord(category)}.`;
}
