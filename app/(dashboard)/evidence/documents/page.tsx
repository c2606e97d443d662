import { listRoute } from "@/app/(dashboard)/routes";
import { DocumentList } from "@/components/features/evidence/documents/document-list";
import { documentFilters } from "@/components/features/evidence/filters";
import { keys } from "@/components/ui/api/keys";
import { listDocumentRequirements, listDocuments } from "@/lib/domains/evidence";
import { ListDocuments } from "@/lib/domains/evidence/schemas-documents";

export default listRoute({
  permission: "evidence:read",
  view: DocumentList,
  filters: documentFilters,
  key: keys.evidenceDocuments.list,
  list: listDocuments,
  schema: ListDocuments,
  also: () => [[keys.evidenceDocuments.requirements(), async () => listDocumentRequirements()]],
});
