"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import type { CatalogueDocument } from "@/lib/shadow-ai/schemas-catalogue";
import { EntryTable } from "./entry-table";
import { OverrideTable } from "./override-table";
import { TestHost } from "./test-host";

const OverrideDialog = dynamic(() => import("./override-dialog").then((file) => file.OverrideDialog));

/** Which hosts are known to be of AI services, what this organisation knows better, and what a host is taken for. */
export function CataloguePage() {
  const query = useQuery({
    queryKey: keys.catalogue(),
    queryFn: ({ signal }) => api.get<CatalogueDocument>("/v1/shadow-ai/catalogue", undefined, { signal }),
  });
  const [edited, setEdited] = useState<string | null>(null);
  const overrides = query.data?.overrides ?? [];
  return (
    <Page
      title="Catalogue"
      description={query.data ? `Hosts of AI services, version ${query.data.version}` : "Hosts of AI services"}
      actions={
        <May permission="shadow_ai:configure">
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setEdited("")}>
            Tell of a host
          </Button>
        </May>
      }
    >
      <TestHost />
      {overrides.length > 0 && <OverrideTable overrides={overrides} onEdit={setEdited} />}
      <EntryTable entries={query.data?.entries ?? []} query={query} />
      {edited !== null && (
        <OverrideDialog
          host={edited}
          override={overrides.find(({ host }) => host === edited)?.override}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
