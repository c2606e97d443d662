"use client";

import { Button } from "@mantine/core";
import { IconCube, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Count } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Model } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { modelFilters, riskTiers } from "./filters";
import { modelState, modelTitle } from "./use-models";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));

const column = columnsOf<Model>();
const columns: Column<Model>[] = [
  column.text("name", "Model", { cell: modelTitle, ...naming }),
  column.text("version", "Version"),
  column.text("riskTier", "Risk tier", { cell: ({ riskTier }) => (riskTier ? <Severity value={riskTier} /> : "–") }),
  column.text("provider", "Provider"),
  column.text("owner", "Owner", { of: (model) => model.ownerEmail }),
  {
    id: "hosts",
    header: "Allowed hosts",
    align: "right",
    cell: (model) => <Count value={model.allowedEndpoints.length} />,
    csv: (model) => model.allowedEndpoints.map(({ host }) => host).join(" "),
  },
  column.status("model", modelState),
  column.time("updatedAt", "Updated", { format: "relative" }),
  column.text("id", "ID", { hiddenByDefault: true }),
];

export function ModelList() {
  const filtering = useFilters(modelFilters);
  const { filters } = filtering;
  const list = useList<Model>({ key: keys.models.list(filters), path: "/v1/models", filters });
  const [isRegistering, setRegistering] = useState(false);
  const register = (
    <May permission="models:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setRegistering(true)}>
        Register model
      </Button>
    </May>
  );
  return (
    <Page
      title="Models"
      description="The models your organisation governs. Events, evidence and allowed hosts belong to a model."
      actions={register}
    >
      <ListTable
        name="models"
        label="Models"
        columns={columns}
        list={list}
        rowHref={(model) => `/models/${model.id}`}
        filtering={filtering}
        filterFields={{
          q: { label: "Name", placeholder: "Search by name" },
          riskTier: { label: "Risk tier", options: riskTiers, labelOf: labelOf },
          provider: { label: "Provider", control: null },
          archived: {
            label: "Status",
            options: ["false", "true"],
            labelOf: archivedWord,
            parse: (value) => value === "true",
          },
        }}
        empty={
          <EmptyState
            icon={<IconCube size={28} />}
            title="No models yet"
            text="Register a model to record its events and collect evidence."
            action={register}
          />
        }
        rowLabel={modelTitle}
        card={(model) => <ModelCard model={model} />}
      />
      {isRegistering && <ModelDialog onClose={() => setRegistering(false)} />}
    </Page>
  );
}

function archivedWord(archived: string): string {
  return archived === "true" ? "Archived" : "Active";
}

function ModelCard({ model }: { model: Model }) {
  return (
    <>
      <div>
        {model.riskTier && <Severity value={model.riskTier} />} <StatusBadge kind="model" value={modelState(model)} />
      </div>
      <div>{[model.provider, model.ownerEmail].filter(Boolean).join(" · ") || "No owner"}</div>
    </>
  );
}
