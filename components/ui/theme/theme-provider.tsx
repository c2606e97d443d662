"use client";

import { type MantineColorScheme, MantineProvider } from "@mantine/core";
import { type ReactNode, useState } from "react";
import "@mantine/core/styles.layer.css";
import { cookieColorSchemeManager } from "./color-scheme";
import "./components.css";
import { cssVariablesResolver, theme } from "./theme";

export interface ThemeProviderProps {
  colorScheme: MantineColorScheme;
  nonce: string | undefined;
  children: ReactNode;
}

/** Mantine with the product's theme, in the colour scheme that the reader's cookie asks for. */
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

/**
 * The policy of a document holds until it is left. Moving on to another page inside it brings the nonce of another
 * request along, with which no style would be accepted.
 */
function documentNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;
}
