"use client";

import type { MantineColorScheme } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "@/components/ui/api/query-client";
import { FeedbackHost } from "@/components/ui/feedback/feedback-host";
import { ThemeProvider } from "@/components/ui/theme/theme-provider";

export interface PublicProvidersProps {
  colorScheme: MantineColorScheme;
  nonce: string | undefined;
  children: ReactNode;
}

/** The providers of pages without a session. */
export function PublicProviders({ colorScheme, nonce, children }: PublicProvidersProps) {
  const [cache] = useState(createQueryClient);
  return (
    <ThemeProvider colorScheme={colorScheme} nonce={nonce}>
      <QueryClientProvider client={cache}>
        {children}
        <FeedbackHost />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
