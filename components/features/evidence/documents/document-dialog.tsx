"use client";

import { Group } from "@mantine/core";
import { RecordedBy } from "@/components/features/audit-chain/event-values";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { QueryState } from "@/components/ui/feedback/states";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { frameworkName } from "../frameworks";
import { common } from "../texts/common";
import { documentList, documentDialog as texts } from "../texts/documents";
import { statusOfDocument, validityOf } from "./document-form";
import { useRequirementName } from "./use-requirements";

interface DocumentDialogProps {
  id: string;
  /** `YYYY-MM-DD`. */
  today: string;
  onClose: () => void;
}

/** All details of a document, and its withdrawal. */
export function DocumentDialog({ id, today, onClose }: DocumentDialogProps) {
  const query = useRead<EvidenceDocument>(
    keys.evidenceDocuments.one(id),
    `/v1/evidence-documents/${encodeURIComponent(id)}`,
  );
  return (
    <Dialog onClose={onClose} size="lg" title={query.data?.title ?? documentList.document}>
      <QueryState query={query} label={texts.theDocument}>
        {(document) => (
          <>
            <DocumentFacts document={document} today={today} />
            {document.withdrawnAt === null && <Withdraw document={document} onWithdrawn={onClose} />}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

function DocumentFacts({ document, today }: { document: EvidenceDocument; today: string }) {
  const names = useModelNames();
  const nameOf = useRequirementName();
  const { modelId, contentHash, withdrawnAt, withdrawnBy } = document;
  return (
    <KeyValue
      rows={[
        [terms.status, <StatusBadge key="status" kind="document" value={statusOfDocument(document, today)} />],
        [terms.framework, frameworkName(document.framework)],
        [common.requirement, nameOf(document)],
        [
          terms.model,
          modelId === null ? (
            common.allModels
          ) : (
            <Link key="model" href={`/models/${modelId}`}>
              {names.get(modelId) ?? modelId}
            </Link>
          ),
        ],
        [terms.version, document.version],
        [documentList.statedSigner, document.signedBy],
        [documentList.validity, validityOf(document)],
        [terms.reference, document.reference],
        [
          texts.sha256Hash,
          <span key="hash" style={{ overflowWrap: "anywhere" }}>
            <code>{contentHash}</code> <CopyButton value={contentHash} label={texts.sha256Hash} />
          </span>,
        ],
        [documentList.supplied, <Time key="supplied" value={document.suppliedAt} />],
        [texts.suppliedBy, <RecordedBy key="by" eventId={document.suppliedBy} />],
        ...(withdrawnBy === null
          ? []
          : ([
              [documentList.withdrawn, <Time key="withdrawn" value={withdrawnAt} />],
              [texts.withdrawnBy, <RecordedBy key="withdrawn-by" eventId={withdrawnBy} />],
            ] as const)),
        [terms.id, <Id key="id" value={document.id} />],
      ]}
    />
  );
}

interface WithdrawProps {
  document: EvidenceDocument;
  onWithdrawn: () => void;
}

function Withdraw({ document: { id, title }, onWithdrawn }: WithdrawProps) {
  return (
    <May permission="evidence:write">
      <Group justify="flex-end" mt="md">
        <ConfirmAction
          label={texts.withdraw}
          aria-label={texts.withdrawTitled(title)}
          question={{
            title: texts.withdrawQuestion(title),
            body: texts.withdrawBody,
            action: texts.withdrawDocument,
            danger: true,
          }}
          send={() => api.post(`/v1/evidence-documents/${id}/withdraw`)}
          invalidates={[keys.evidenceDocuments.all(), keys.evidenceControls.all()]}
          success={() => texts.documentWithdrawn(title)}
          onSuccess={onWithdrawn}
        />
      </Group>
    </May>
  );
}
