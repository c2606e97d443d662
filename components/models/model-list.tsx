"use client";

import { Button } from "@mantine/core";
import { IconCube, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { columnsOf, naming } from "@/components/data-table/columns";
import { ListTable } from "@/components/data-table/list-table";
import type { Column } from "@/components/data-table/types";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/states";
import { useFilters } from "@/components/filters/filters";
import { Count } from "@/components/values/figures";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { wordsOf } from "@/lib/client/format";
import type { Model } from "@/lib/models/schemas";
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
  column.time("updatedAt", "Changed", { format: "relative" }),
  column.text("id", "Id", { hiddenByDefault: true }),
];

/** The registry: which models the organisation governs. */
export function ModelList() {
  const filtering = useFilters(modelFilters);
  const { filters } = filtering;
  const list = useList<Model>({ key: keys.models.list(filters), path: "/v1/models", filters });
  const [isRegistering, setRegistering] = useState(false);
  const register = (
    <May permission="models:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setRegistering(true)}>
        Register a model
      </Button>
    </May>
  );
  return (
    <Page
      title="Models"
      description="The models this organisation governs. Events, evidence and approved hosts belong to one of them."
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
          q: { label: "Name", placeholder: "Part of a name" },
          riskTier: { label: "Risk tier", options: riskTiers, word: wordsOf },
          provider: { label: "Provider", control: null },
          archived: {
            label: "Status",
            options: ["false", "true"],
            word: archivedWord,
            parse: (value) => value === "true",
          },
        }}
        empty={
          <EmptyState
            icon={<IconCube size={28} />}
            title="No models yet"
            text="Register the first model: from then on its events, reviews and evidence have a place."
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
