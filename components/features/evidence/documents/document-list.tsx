"use client";

import { IconFileText } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { May } from "@/components/ui/page/session";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { documentFilters } from "../filters";
import { frameworkName } from "../frameworks";
import { statusOfDocument, validityOf } from "./document-form";

const SupplyDialog = dynamic(() => import("./supply-dialog").then((file) => file.SupplyDialog));

const column = columnsOf<EvidenceDocument>();

export function DocumentList() {
  const models = useModelNames();
  const modelOf = ({ modelId }: EvidenceDocument) =>
    modelId === null ? "All models" : (models.get(modelId) ?? modelId);
  const today = new Date().toISOString().slice(0, 10);
  const columns: Column<EvidenceDocument>[] = [
    column.text("title", "Document", { ...naming, minWidth: "12rem" }),
    column.status("document", (document) => statusOfDocument(document, today)),
    column.text("framework", "Framework", { labelOf: frameworkName }),
    column.text("requirement", "Requirement"),
    column.text("model", "Model", { of: modelOf }),
    column.text("version", "Version"),
    column.text("signedBy", "Signed by"),
    column.text("valid", "Valid", { of: validityOf }),
    column.text("reference", "Reference", { hiddenByDefault: true }),
    column.time("suppliedAt", "Supplied", { format: "relative" }),
    column.text("contentHash", "SHA-256", { hiddenByDefault: true }),
    column.text("suppliedBy", "Event", { hiddenByDefault: true }),
    column.text("id", "ID", { hiddenByDefault: true }),
    column.actions((document) => <Withdraw document={document} />),
  ];
  return (
    <ListPage<EvidenceDocument, typeof documentFilters>
      title="Documents"
      description="Documents for requirements that events alone cannot support. The service stores only the hash and details of each document, lists them in packages and records them on the audit chain."
      create={{
        label: "Supply document",
        permission: "evidence:write",
        dialog: (onClose) => <SupplyDialog onClose={onClose} />,
      }}
      name="evidence-documents"
      columns={columns}
      listKey={keys.evidenceDocuments.list}
      path="/v1/evidence-documents"
      parsers={documentFilters}
      filterFields={{
        modelId: { label: "Model", options: [...models.keys()], labelOf: (id) => models.get(id) ?? id },
        framework: { label: "Framework", options: frameworkIds, labelOf: frameworkName },
        withdrawn: {
          label: "Status",
          options: ["false", "true"],
          labelOf: (withdrawn) => (withdrawn === "true" ? "Withdrawn" : "Current"),
        },
      }}
      card={(document) => (
        <>
          <div>
            <StatusBadge kind="document" value={statusOfDocument(document, today)} />
          </div>
          <div>
            {frameworkName(document.framework)}, {document.requirement}
          </div>
          <div>{modelOf(document)}</div>
          <Withdraw document={document} />
        </>
      )}
      empty={{
        icon: IconFileText,
        title: "No documents yet",
        text: "Supply a document, such as a policy or a declaration of conformity. Packages then list it and show the requirement that it covers as supplied.",
      }}
    />
  );
}

function Withdraw({ document: { id, title, withdrawnAt } }: { document: EvidenceDocument }) {
  if (withdrawnAt !== null) return null;
  return (
    <May permission="evidence:write">
      <ConfirmAction
        label="Withdraw"
        aria-label={`Withdraw ${title}`}
        size="compact-xs"
        question={{
          title: `Withdraw ${title}?`,
          body: "Packages requested later will no longer list it. Existing packages do not change. You can't undo this.",
          action: "Withdraw document",
          danger: true,
        }}
        send={() => api.post(`/v1/evidence-documents/${id}/withdraw`)}
        invalidates={[keys.evidenceDocuments.all()]}
        success={() => `${title} was withdrawn.`}
      />
    </May>
  );
}
