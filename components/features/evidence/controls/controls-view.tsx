"use client";

import { Alert, Button, Group, Progress, Select, SimpleGrid, Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useModelChoices } from "@/components/features/models/use-models";
import { dateRangeOf } from "@/components/features/reports/date-range";
import { periodPresets } from "@/components/features/reports/labels";
import { type PeriodDays, PeriodFields } from "@/components/features/reports/period-fields";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Delayed } from "@/components/ui/feedback/skeletons";
import { EmptyState, ErrorState, QueryState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { urlBoolean, urlEnum, urlString } from "@/components/ui/filters/url-values";
import { localDay } from "@/components/ui/forms/fields";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { ControlTable as Table } from "@/lib/domains/evidence/schemas-controls";
import type { PackagePreview } from "@/lib/domains/evidence/schemas-preview";
import { queryString } from "@/lib/platform/client/query-string";
import { CoverageBar } from "../coverage-bar";
import { frameworkName } from "../frameworks";
import { controlsPage as texts } from "../texts/controls";
import { ControlTable } from "./control-table";
import { documentCounts, firstModel } from "./controls";

/** The choice of model, framework and period, and the controls. */
export function ControlsView({ now }: { now: number }) {
  const { filters, set } = useFilters(controlFilters);
  const models = useModelChoices(filters.modelId === null ? [] : [filters.modelId]);
  const { framework, period: preset, from, to } = filters;
  const modelId = filters.modelId ?? firstModel(models.query.data ?? [])?.id ?? null;
  const [days, setDays] = useState<PeriodDays>({ from: dayOf(from), to: dayOf(to) });
  const custom = from !== null && to !== null ? { from, to } : undefined;
  const range = preset === "OTHER" ? custom : dateRangeOf(preset, days, now);
  const asked = modelId !== null && range !== undefined ? { modelId, framework, ...range } : undefined;
  const table = useTable(asked);
  const errors = fieldErrors(table.query.error);

  function changeDays(next: PeriodDays): void {
    setDays(next);
    const chosen = dateRangeOf("OTHER", next, now);
    choose(chosen ?? { from: null, to: null });
  }

  /** The details in the URL are those of a control of the earlier choice. */
  function choose(change: Parameters<typeof set>[0]): void {
    set({ ...change, control: null });
  }

  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" mb="md">
        <Select
          label={terms.model}
          placeholder={terms.selectModel}
          allowDeselect={false}
          data={models.choices}
          value={modelId}
          onChange={(value) => choose({ modelId: value })}
          disabled={!models.query.data}
          {...models.field}
          error={null}
        />
        <Select
          label={terms.framework}
          allowDeselect={false}
          data={frameworkIds.map((value) => ({ value, label: frameworkName(value) }))}
          value={framework}
          onChange={(value) => value && choose({ framework: value as typeof framework })}
        />
        <PeriodFields
          preset={preset}
          onPreset={(period) => choose({ period, from: null, to: null })}
          days={days}
          onDays={changeDays}
          errors={errors}
        />
      </SimpleGrid>
      {asked && <Evaluated {...table} asked={asked} gapsOnly={filters.gaps} onGapsOnly={(gaps) => set({ gaps })} />}
      {!asked && modelId !== null && <EmptyState {...texts.choosePeriod} />}
      {modelId === null && (
        <QueryState query={models.query} label={texts.models}>
          {() => <EmptyState {...texts.noModels} />}
        </QueryState>
      )}
    </>
  );
}

function dayOf(time: string | null): string {
  return time === null || Number.isNaN(Date.parse(time)) ? "" : localDay(time);
}

interface Asked {
  modelId: string;
  framework: string;
  from: string;
  to: string;
}

function useTable(asked: Asked | undefined) {
  const cache = useQueryClient();
  const key = keys.evidenceControls.list(asked);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Table>("/v1/evidence-controls", asked, { signal }),
    enabled: asked !== undefined,
  });
  /** Shows a changed assignment without evaluating the events again. */
  function show(assignment: ControlAssignment): void {
    cache.setQueryData<Table>(key, (table) => {
      const data = table?.data.map((one) =>
        one.requirement === assignment.requirement ? { ...one, assignment } : one,
      );
      return table && data && { ...table, data };
    });
  }
  return { query, show };
}

interface EvaluatedProps extends ReturnType<typeof useTable> {
  asked: Asked;
  gapsOnly: boolean;
  onGapsOnly: (gapsOnly: boolean) => void;
}

function Evaluated({ query, show, asked, gapsOnly, onGapsOnly }: EvaluatedProps) {
  const { data: table, error, isFetching, refetch } = query;
  if (!table && error) return <ErrorState label={texts.controls} error={error} onRetry={() => void refetch()} />;
  if (!table) return <Evaluating asked={asked} />;
  const { coverage, totalEvents } = table;
  return (
    <>
      <CoverageBar
        coverage={coverage}
        controls={table.data}
        documents={documentCounts(table.data)}
        note={texts.basedOn(totalEvents)}
      />
      {totalEvents === 0 && (
        <Alert color="gray" mb="md" title={texts.noEvents}>
          {texts.noEventsNotice}
        </Alert>
      )}
      <Group justify="space-between" mb="xs">
        <Switch
          label={texts.gapsOnly}
          checked={gapsOnly}
          onChange={(event) => onGapsOnly(event.currentTarget.checked)}
        />
        <Group gap="xs">
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            {texts.refresh}
          </Button>
          <May permission="evidence:write">
            <Button component={Link} size="xs" href={packageHref(asked)}>
              {texts.generatePackage}
            </Button>
          </May>
        </Group>
      </Group>
      <ControlTable table={table} gapsOnly={gapsOnly} onChanged={show} />
    </>
  );
}

function packageHref({ modelId, framework }: Asked): string {
  return `/evidence/new${queryString({ modelId, framework })}`;
}

/** How many events are evaluated, because that decides how long it takes. */
function Evaluating({ asked }: { asked: Asked }) {
  const preview = useRead<PackagePreview>(keys.evidence.preview(asked), "/v1/evidence/preview", { query: asked });
  return (
    <Delayed>
      <div role="status">
        <p>{texts.evaluating(preview.data?.totalEvents)}</p>
        <Progress value={100} animated aria-hidden="true" />
      </div>
    </Delayed>
  );
}

const presets = [...periodPresets.map(([value]) => value), "OTHER"] as const;

/** The filters of the controls page. `from` and `to`: the times of a custom period. */
const controlFilters = {
  modelId: urlString,
  framework: urlEnum(frameworkIds).withDefault("EU_AI_ACT_ANNEX_IV"),
  period: urlEnum(presets).withDefault("LAST_30_DAYS"),
  from: urlString,
  to: urlString,
  control: urlString,
  gaps: urlBoolean.withDefault(false),
};
