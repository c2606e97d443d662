"use client";

import { IconFileCertificate } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming, periodColumn } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/enums";
import type { EvidencePackageListItem } from "@/lib/domains/evidence/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { evidenceFilters } from "./filters";
import { frameworkName } from "./frameworks";
import { RetainedUntil } from "./retained-until";

type Item = EvidencePackageListItem;

const column = columnsOf<Item>();
const columns: Column<Item>[] = [
  column.text("framework", "Framework", { labelOf: frameworkName, ...naming }),
  column.text("model", "Model", { of: (row) => row.modelName }),
  periodColumn,
  column.status("evidence", ({ status }) => status),
  column.text("coverage", "Coverage", { of: ({ coverage }) => coverage?.headline }),
  column.text("format", "Format", { hiddenByDefault: true }),
  column.count("pages", "Pages"),
  column.time("generatedAt", "Generated", { format: "relative", none: "Not yet" }),
  column.text("expiresAt", "Retained until", { cell: (item) => <RetainedUntil item={item} /> }),
  column.text("id", "ID", { hiddenByDefault: true }),
];

export function EvidenceList() {
  const models = useModelNames();
  return (
    <ListPage<Item, typeof evidenceFilters>
      title="Evidence"
      description="Signed evidence for a model and period, structured by framework. Anyone can verify a package without an account."
      create={{ label: "New package", permission: "evidence:write", href: "/evidence/new" }}
      name="evidence"
      label="Evidence packages"
      columns={columns}
      listKey={keys.evidence.list}
      path="/v1/evidence"
      parsers={evidenceFilters}
      filterFields={{
        modelId: { label: "Model", options: [...models.keys()], labelOf: (id) => models.get(id) ?? id },
        framework: { label: "Framework", options: frameworkIds, labelOf: frameworkName },
        status: { label: "Status", options: packageStatuses, labelOf: labelOf },
      }}
      rowHref={({ id }) => `/evidence/${id}`}
      rowLabel={({ framework, modelName }) => `${frameworkName(framework)}, ${modelName}`}
      card={({ modelName, status, generatedAt, coverage }) => (
        <>
          <div>{modelName}</div>
          <div>
            <StatusBadge kind="evidence" value={status} /> <Time value={generatedAt} format="relative" none="" />
          </div>
          {coverage && <div>{coverage.headline}</div>}
        </>
      )}
      fileName="evidence-packages"
      empty={{
        icon: IconFileCertificate,
        title: "No evidence packages yet",
        text: "Generate a package to share a model's records with a regulator, an auditor or a customer.",
      }}
    />
  );
}
