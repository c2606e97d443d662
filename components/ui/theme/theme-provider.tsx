"use client";

import { type MantineColorScheme, MantineProvider } from "@mantine/core";
import { type ReactNode, useState } from "react";
import "@mantine/core/styles.layer.css";
import { cookieColorSchemeManager } from "./color-scheme";
import "./components.css";
import { cssVariablesResolver, theme } from "./theme";

interface ThemeProviderProps {
  colorScheme: MantineColorScheme;
  nonce: string | undefined;
  children: ReactNode;
}

export function ThemeProvider({ colorScheme, nonce, children }: ThemeProviderProps) {
  const [manager] = useState(cookieColorSchemeManager);
  const [ofDocument] = useState(() => documentNonce() ?? nonce ?? "");
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme={colorScheme}
      getStyleNonce={() => ofDocument}
    >
      {children}
    </MantineProvider>
  );
}

/** Client-side navigation receives the nonce of another request, but the policy of the document stays the same. */
function documentNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;
}
