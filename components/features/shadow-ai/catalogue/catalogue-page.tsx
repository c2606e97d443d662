"use client";

import { Button, Group, Paper, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import type { ValuesOf } from "@/components/ui/filters/url-values";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Time } from "@/components/ui/values/time";
import type { CatalogueDocument, HostExplanation, StoredOverride } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { labelOf } from "@/lib/platform/client/format";
import { catalogueFilters } from "../filters";
import { categoryLabel } from "../labels";
import { entryTable, cataloguePage as texts } from "../texts/catalogue";
import { common } from "../texts/common";

const OverrideDialog = dynamic(() => import("./override-dialog").then((file) => file.OverrideDialog));

/** The hosts of AI services, the organisation's overrides, and a check for a single host. */
export function CataloguePage() {
  const query = useRead<CatalogueDocument>(keys.catalogue(), "/v1/shadow-ai/catalogue");
  const [edited, setEdited] = useState<string | null>(null);
  const overrides = query.data?.overrides ?? [];
  return (
    <Page
      title={texts.catalogue}
      description={
        <>
          {texts.description}{" "}
          <Text span inherit style={{ whiteSpace: "nowrap" }}>
            {texts.version(query.data?.version)}
          </Text>
        </>
      }
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
          withAsterisk={false}
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

type Entry = CatalogueDocument["entries"][number];
type ProviderSource = NonNullable<Entry["provider"]["sources"]>[number];

const pageSize = 50;

/** A property of the provider, linked to the document that states it. */
function stated(property: ProviderSource["property"], header: string): Column<Entry> {
  const of = ({ provider }: Entry) => provider[property];
  return {
    id: property,
    header,
    minWidth: "8.5rem",
    cell: (entry) => {
      const url = entry.provider.sources?.find((source) => source.property === property)?.url;
      const label = labelOf(of(entry));
      if (url === undefined) return label;
      return (
        <ExternalLink href={url} name={entryTable.statement(label, header, entry.provider.name)}>
          {label}
        </ExternalLink>
      );
    },
    csv: of,
  };
}

/** `name`: for screen readers, if the text alone does not name the target. */
function ExternalLink({ href, name, children }: { href: string; name?: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={name}>
      {children}
    </a>
  );
}

/** The oldest date on which the documents of the provider were read. */
const termsReadAt = ({ provider: { sources = [] } }: Entry) => sources.map(({ checkedAt }) => checkedAt).sort()[0];

const column = columnsOf<Entry>();
const columns: Column<Entry>[] = [
  column.text("host", common.host, { cell: ({ host }) => <code>{host}</code>, ...naming }),
  column.text("provider", terms.provider, { of: ({ provider }) => provider.name, inCards: "bare" }),
  column.text("category", terms.service, { labelOf: categoryLabel, inCards: "bare", minWidth: "8rem" }),
  column.text("jurisdiction", entryTable.jurisdiction, {
    of: ({ provider }) => provider.jurisdiction,
    none: entryTable.unknown,
    inCards: false,
  }),
  stated("trainsOnInputs", common.trainsOnInputs),
  stated("dpa", common.dataProcessingAgreement),
  column.time("termsReadAt", entryTable.termsRead, { of: termsReadAt, format: "day", inCards: false }),
  column.time("checkedAt", entryTable.lastChecked, { format: "day", none: entryTable.notChecked, inCards: false }),
  column.text("source", common.source, {
    hiddenByDefault: true,
    cell: ({ source }) => <ExternalLink href={source}>{new URL(source).hostname}</ExternalLink>,
  }),
];

/** All catalogue entries, loaded at once, and filtered and divided into pages in the browser. */
function EntryTable({ entries, query }: { entries: readonly Entry[]; query: UseQueryResult }) {
  const filtering = useFilters(catalogueFilters);
  const [start, setStart] = useState(0);
  const rows = entries.filter((entry) => matches(entry, filtering.filters));
  const offset = start < rows.length ? start : 0;
  const shown = rows.slice(offset, offset + pageSize);
  const jurisdictions = entries.flatMap(({ provider }) => provider.jurisdiction ?? []);
  return (
    <ListTable
      name="catalogue"
      label={entryTable.hostsOfAiServices}
      columns={columns}
      list={{
        rows: shown,
        page: {
          total: rows.length,
          offset,
          count: shown.length,
          hasMore: offset + pageSize < rows.length,
          onNext: () => setStart(offset + pageSize),
          onPrevious: () => setStart(offset - pageSize),
        },
        query: { ...query, isPlaceholderData: false, refetch: () => void query.refetch() },
        fetchPage: async () => ({ rows }),
      }}
      rowId={({ id, host }) => `${id} ${host}`}
      filtering={filtering}
      filterFields={{
        q: entryTable.q,
        category: {
          label: terms.service,
          options: distinct(entries.map(({ category }) => category)),
          labelOf: categoryLabel,
        },
        jurisdiction: { label: common.jurisdiction, options: distinct(jurisdictions) },
      }}
      shortensCards
      empty={<EmptyState title={entryTable.noHostsCatalogue} />}
    />
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function matches({ host, provider, category }: Entry, filters: ValuesOf<typeof catalogueFilters>): boolean {
  const q = filters.q?.toLowerCase() ?? "";
  return (
    (host.includes(q) || provider.name.toLowerCase().includes(q)) &&
    (filters.category === null || category === filters.category) &&
    (filters.jurisdiction === null || provider.jurisdiction === filters.jurisdiction)
  );
}
