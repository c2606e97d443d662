"use client";

import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { useNow } from "@/lib/platform/client/use-environment";
import { policyState } from "./labels";

export function PolicyState({ policy }: { policy: AlertPolicy }) {
  const state = policyState(policy, useNow());
  return (
    <>
      <StatusBadge kind="policy" value={state} />
      {state === "MUTED" && (
        <span className="quiet">
          {" "}
          until <Time value={policy.mutedUntil} format="short" />
        </span>
      )}
    </>
  );
}
