"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { terms } from "@/components/ui/terms";
import type { VerificationListItem } from "@/lib/domains/audit-chain/schemas-verification";
import type { Overview } from "@/lib/domains/overview/schemas";
import { verificationPage as texts } from "./texts";

const column = columnsOf<VerificationListItem>();
const columns: Column<VerificationListItem>[] = [
  column.time("createdAt", texts.started),
  column.text("scope", texts.scope, { of: ({ mode }) => texts.modes[mode], rowHeader: true }),
  column.text("range", terms.events, {
    of: ({ from, to }) => (from === null || to === null ? null : texts.range(from, to)),
  }),
  column.status("verification", ({ status }) => status),
  column.count("findingsTotal", texts.findings),
];

/** The stored verifications, and how many events are newer than the last passed one. */
export function VerificationHistory() {
  const chain = useRead<Overview>(keys.overview(), "/v1/overview").data?.chain;
  return (
    <Section title={texts.history} note={chain && coverage(chain)} panel>
      <ResourceTable
        name="verifications"
        label={texts.storedVerifications}
        columns={columns}
        listKey={keys.verifications.list}
        path="/v1/audit/verifications"
        shown={10}
        empty={<EmptyState title={texts.noVerificationsYet} text={texts.noVerificationsText} />}
      />
      <p className="quiet">{texts.historyNote}</p>
    </Section>
  );
}

function coverage({ verifiedTo, headPosition }: Overview["chain"]): string {
  if (verifiedTo === null) return texts.neverVerified(headPosition);
  return texts.verifiedTo(verifiedTo, Math.max(0, headPosition - verifiedTo));
}
