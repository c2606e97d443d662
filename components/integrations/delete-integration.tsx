"use client";

import { keys } from "@/components/api/keys";
import { DeleteSection } from "@/components/detail/actions";
import type { Integration } from "@/lib/integrations/schemas";

/** Deletes an integration, once its name was typed. */
export function DeleteIntegration({ integration: { id, name } }: { integration: Integration }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/integrations/${id}`}
      list={{ key: keys.integrations.list(), href: "/integrations" }}
      question={{
        title: "Delete this integration?",
        body: "Its secret goes with it, and what the product sends is refused. The events that came from it stay. This cannot be taken back.",
        typeToConfirm: name,
      }}
      note="Ends the connection for good; events and linked tickets stay. To pause it, disable it."
    />
  );
}
