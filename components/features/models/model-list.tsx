"use client";

import { IconCube } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { Count } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Model } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { riskTiers } from "./constants";
import { modelFilters } from "./filters";
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
  return (
    <ListPage<Model, typeof modelFilters>
      title="Models"
      description="The models your organisation governs. Each model has its own events, evidence and allowed hosts."
      create={{
        label: "Register model",
        permission: "models:write",
        dialog: (onClose) => <ModelDialog onClose={onClose} />,
      }}
      name="models"
      columns={columns}
      listKey={keys.models.list}
      path="/v1/models"
      parsers={modelFilters}
      filterFields={{
        q: { label: "Name", placeholder: "Search by name" },
        riskTier: { label: "Risk tier", options: riskTiers, labelOf: labelOf },
        provider: { label: "Provider", control: null },
        archived: {
          label: "Status",
          options: ["false", "true"],
          labelOf: (archived) => (archived === "true" ? "Archived" : "Active"),
          parse: (value) => value === "true",
        },
      }}
      rowHref={(model) => `/models/${model.id}`}
      rowLabel={modelTitle}
      card={(model) => <ModelCard model={model} />}
      empty={{
        icon: IconCube,
        title: "No models yet",
        text: "Register a model to record its events and collect evidence.",
      }}
    />
  );
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
