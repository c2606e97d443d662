"use client";

import { SegmentedControl } from "@mantine/core";
import { Page } from "@/components/app/page";
import { useFilters } from "@/components/filters/use-filters";
import { exceptionFilters, exceptionTabs } from "../filters";
import { ActiveExceptions } from "./active-exceptions";
import { ExceptionRequests } from "./exception-requests";

/** Uses that are allowed for a time: who asked, who decided, and what holds now. */
export function ExceptionsPage() {
  const { filters, set } = useFilters(exceptionFilters);
  return (
    <Page
      title="Exceptions"
      description="Uses that are allowed for a time. Whoever asks for one never approves it."
      actions={
        <SegmentedControl
          aria-label="Which exceptions"
          value={filters.tab}
          onChange={(value) =>
            set({ tab: exceptionTabs.find((tab) => tab === value) ?? null, status: null, ends: null })
          }
          data={[
            { value: "requests", label: "Requests" },
            { value: "active", label: "Active" },
          ]}
        />
      }
    >
      {filters.tab === "requests" ? <ExceptionRequests /> : <ActiveExceptions />}
    </Page>
  );
}
