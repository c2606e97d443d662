"use client";

import { IconCube } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import type { Model } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { useHealthColumns } from "./checks/health-columns";
import { governedModels, riskTiers } from "./constants";
import { EventsWithoutModel } from "./events-without-model";
import { modelFilters, modelSorting } from "./filters";
import { common, modelList as texts } from "./texts";
import { modelState, modelTitle, providerName } from "./use-models";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));

const column = columnsOf<Model>();
const before: Column<Model>[] = [
  column.text("name", terms.model, { cell: modelTitle, ...naming }),
  column.text("version", terms.version, { hiddenByDefault: true }),
  column.text("riskTier", common.riskTier, {
    cell: ({ riskTier }) => (riskTier ? <Severity value={riskTier} /> : "–"),
    none: "–",
    sortable: true,
  }),
];
const after: Column<Model>[] = [
  column.text("provider", terms.provider, { labelOf: providerName, inCards: false, room: 4 }),
  column.text("owner", common.owner, { of: (model) => model.ownerEmail, inCards: false, room: 2 }),
  {
    id: "hosts",
    header: common.allowedHosts,
    align: "right",
    inCards: false,
    hiddenByDefault: true,
    cell: (model) => <Count value={model.allowedEndpoints.length} />,
    csv: (model) => model.allowedEndpoints.map(({ host }) => host).join(" "),
  },
  column.status("model", modelState),
  column.time("createdAt", common.registered, { inCards: false, hiddenByDefault: true, sortable: true }),
  column.time("updatedAt", terms.updated, { format: "relative", inCards: false, hiddenByDefault: true }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

export function ModelList() {
  const health = useHealthColumns();
  const columns = useMemo(() => [...before, ...health, ...after], [health]);
  return (
    <ListPage<Model, typeof modelFilters>
      title={terms.models}
      description={texts.pageDescription}
      create={{
        label: common.registerModel,
        permission: "models:write",
        dialog: (onClose) => <ModelDialog onClose={onClose} />,
      }}
      name="models"
      columns={columns}
      listKey={keys.models.list}
      path="/v1/models"
      parsers={modelFilters}
      sorting={modelSorting}
      fixed={governedModels}
      shortensCards
      filterFields={{
        q: { label: terms.name, placeholder: texts.searchByName },
        riskTier: { label: common.riskTier, options: riskTiers, labelOf: labelOf },
        provider: { label: terms.provider, control: null },
        archived: {
          label: terms.status,
          options: ["false", "true"],
          labelOf: (archived) => (archived === "true" ? texts.archived : texts.active),
          parse: (value) => value === "true",
        },
      }}
      rowHref={(model) => `/models/${model.id}`}
      rowLabel={modelTitle}
      empty={{
        icon: IconCube,
        ...texts.empty,
      }}
    >
      <EventsWithoutModel />
    </ListPage>
  );
}
