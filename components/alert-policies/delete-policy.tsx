"use client";

import { keys } from "@/components/api/keys";
import { DeleteSection } from "@/components/detail/actions";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";

/** Deletes a policy, after asking. */
export function DeletePolicy({ policy: { id, name } }: { policy: AlertPolicy }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/alert-policies/${id}`}
      list={{ key: keys.alertPolicies.list(), href: "/alert-policies" }}
      question={{
        title: `Delete ${name}?`,
        body: "It raises no alert any more. Those that it raised stay on the chain. This cannot be taken back.",
      }}
      note="Ends the policy for good; its alerts stay. To pause it, mute it or switch it off."
    />
  );
}
