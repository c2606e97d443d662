"use client";

import { IconFileText } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { urlString } from "@/components/ui/filters/url-values";
import { useUrlValue } from "@/components/ui/filters/use-url";
import { terms } from "@/components/ui/terms";
import { Labelled } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { documentFilters } from "../filters";
import { frameworkName } from "../frameworks";
import { common } from "../texts/common";
import { documentList as texts } from "../texts/documents";
import { statusOfDocument, validityOf } from "./document-form";
import { useRequirementName } from "./use-requirements";

const SupplyDialog = dynamic(() => import("./supply-dialog").then((file) => file.SupplyDialog));
const DocumentDialog = dynamic(() => import("./document-dialog").then((file) => file.DocumentDialog));

const column = columnsOf<EvidenceDocument>();

export function DocumentList() {
  const models = useModelNames();
  const nameOf = useRequirementName();
  const [shown, show] = useUrlValue("document", urlString);
  const modelOf = ({ modelId }: EvidenceDocument) =>
    modelId === null ? common.allModels : (models.get(modelId) ?? modelId);
  const today = new Date().toISOString().slice(0, 10);
  const columns: Column<EvidenceDocument>[] = [
    column.text("title", texts.document, { ...naming, minWidth: "12rem" }),
    column.status("document", (document) => statusOfDocument(document, today)),
    column.text("framework", terms.framework, { labelOf: frameworkName }),
    column.text("requirement", common.requirement, { cell: nameOf, minWidth: "12rem" }),
    column.text("model", terms.model, { of: modelOf, minWidth: "8rem" }),
    column.text("version", terms.version, { room: 4 }),
    column.text("signedBy", texts.statedSigner),
    column.text("valid", texts.validity, { of: validityOf, minWidth: "9.5rem" }),
    column.text("reference", terms.reference, { hiddenByDefault: true }),
    column.time("suppliedAt", texts.supplied, { format: "relative", room: 4 }),
    column.text("contentHash", "SHA-256", { hiddenByDefault: true }),
    column.text("suppliedBy", terms.event, { hiddenByDefault: true }),
    column.text("id", terms.id, { hiddenByDefault: true }),
  ];
  return (
    <ListPage<EvidenceDocument, typeof documentFilters>
      title={texts.documents}
      description={texts.pageDescription}
      create={{
        label: common.supplyDocument,
        permission: "evidence:write",
        dialog: (onClose) => <SupplyDialog onClose={onClose} />,
      }}
      name="evidence-documents"
      columns={columns}
      listKey={keys.evidenceDocuments.list}
      path="/v1/evidence-documents"
      parsers={documentFilters}
      filterFields={{
        modelId: { label: terms.model, options: [...models.keys()], labelOf: (id) => models.get(id) ?? id },
        framework: { label: terms.framework, options: frameworkIds, labelOf: frameworkName },
        withdrawn: {
          label: terms.status,
          options: ["false", "true"],
          labelOf: (withdrawn) => (withdrawn === "true" ? texts.withdrawn : texts.notWithdrawn),
        },
      }}
      onOpen={({ id }) => show(id)}
      activeId={shown}
      shortensCards
      cardHeight={9.5}
      card={(document) => (
        <>
          <div>
            <StatusBadge kind="document" value={statusOfDocument(document, today)} />{" "}
            <Labelled label={texts.validity}>{validityOf(document)}</Labelled>
          </div>
          <div>
            {frameworkName(document.framework)}, {nameOf(document)}
          </div>
          <div>{modelOf(document)}</div>
          <div>
            <Labelled label={texts.statedSigner}>{document.signedBy ?? "–"}</Labelled>
          </div>
        </>
      )}
      empty={{
        icon: IconFileText,
        title: texts.noDocumentsYet,
        text: texts.noDocumentsYetText,
      }}
    >
      {shown !== null && <DocumentDialog id={shown} today={today} onClose={() => show(null)} />}
    </ListPage>
  );
}
