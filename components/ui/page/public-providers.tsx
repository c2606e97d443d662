"use client";

import type { MantineColorScheme } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { createQueryClient } from "@/components/ui/api/query-client";
import { FeedbackHost } from "@/components/ui/feedback/feedback-host";
import { ThemeProvider } from "@/components/ui/theme/theme-provider";
import { LoadedAt } from "@/lib/platform/client/use-environment";

export interface PublicProvidersProps {
  colorScheme: MantineColorScheme;
  nonce: string | undefined;
  /** The time of the request, which relative times refer to until the page is hydrated. */
  loadedAt: number;
  children: ReactNode;
}

/** The providers of pages without a session. */
export function PublicProviders({ colorScheme, nonce, loadedAt, children }: PublicProvidersProps) {
  const [cache] = useState(createQueryClient);
  useEffect(() => void document.dispatchEvent(new Event("hydrated")), []);
  return (
    <ThemeProvider colorScheme={colorScheme} nonce={nonce}>
      <QueryClientProvider client={cache}>
        <LoadedAt value={loadedAt}>{children}</LoadedAt>
        <FeedbackHost />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
