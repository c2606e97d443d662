"use client";

import { IconFileCertificate } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming, periodColumn } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Labelled } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/enums";
import type { EvidencePackageListItem } from "@/lib/domains/evidence/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { CoverageSummary } from "./coverage-bar";
import { evidenceFilters } from "./filters";
import { frameworkName } from "./frameworks";
import { RetainedUntil } from "./retained-until";
import { common } from "./texts/common";
import { modelText, evidenceList as texts } from "./texts/packages";

type Item = EvidencePackageListItem;

const column = columnsOf<Item>();
const columns: Column<Item>[] = [
  column.text("framework", terms.framework, { labelOf: frameworkName, minWidth: "10rem", ...naming }),
  column.text("model", terms.model, { of: modelText, minWidth: "9rem" }),
  periodColumn,
  column.status("evidence", ({ status }) => status),
  {
    ...column.text("coverage", terms.coverage, { of: ({ coverage }) => coverage?.headline, minWidth: "14rem" }),
    cell: ({ coverage, documents }) => (coverage ? <CoverageSummary coverage={coverage} documents={documents} /> : "–"),
  },
  column.text("format", terms.format, { room: 3 }),
  column.count("pages", common.pages, { isEmpty: ({ pages }) => pages === null }),
  column.time("generatedAt", terms.generated, { format: "relative" }),
  column.text("expiresAt", common.retainedUntil, { cell: (item) => <RetainedUntil item={item} /> }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

export function EvidenceList() {
  const models = useModelNames();
  return (
    <ListPage<Item, typeof evidenceFilters>
      title={terms.evidence}
      description={
        <>
          {texts.pageDescription} <Link href="/evidence/controls">{texts.viewControls}</Link>
        </>
      }
      create={{ label: texts.newPackage, permission: "evidence:write", href: "/evidence/new" }}
      name="evidence"
      label={texts.evidencePackages}
      columns={columns}
      listKey={keys.evidence.list}
      path="/v1/evidence"
      parsers={evidenceFilters}
      filterFields={{
        modelId: { label: terms.model, options: [...models.keys()], labelOf: (id) => models.get(id) ?? id },
        framework: { label: terms.framework, options: frameworkIds, labelOf: frameworkName },
        status: { label: terms.status, options: packageStatuses, labelOf: labelOf },
      }}
      rowHref={({ id }) => `/evidence/${id}`}
      rowLabel={(item) => `${frameworkName(item.framework)}, ${modelText(item)}`}
      card={({ dateRange, status, generatedAt, coverage, documents }) => (
        <>
          <div>
            <Period value={dateRange} />
          </div>
          <div>
            <StatusBadge kind="evidence" value={status} />{" "}
            {generatedAt !== null && (
              <Labelled label={terms.generated}>
                <Time value={generatedAt} format="relative" />
              </Labelled>
            )}
          </div>
          <CoverageSummary coverage={coverage} documents={documents} />
        </>
      )}
      shortensCards
      fileName="evidence-packages"
      empty={{
        icon: IconFileCertificate,
        title: texts.noEvidencePackagesYet,
        text: texts.noEvidencePackagesText,
      }}
    />
  );
}
