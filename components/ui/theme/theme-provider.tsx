"use client";

import { type MantineColorScheme, MantineContext, MantineThemeProvider, useProviderColorScheme } from "@mantine/core";
import { type ReactNode, useState } from "react";
import "@mantine/core/styles.layer.css";
import { cookieColorSchemeManager } from "./color-scheme";
import "./components.css";
import { theme } from "./theme";

interface ThemeProviderProps {
  colorScheme: MantineColorScheme;
  nonce: string | undefined;
  children: ReactNode;
}

/** Mantine's provider without its styles, which the layout renders (theme-variables.tsx). */
export function ThemeProvider({ colorScheme, nonce, children }: ThemeProviderProps) {
  const [manager] = useState(cookieColorSchemeManager);
  const [ofDocument] = useState(() => documentNonce() ?? nonce ?? "");
  const scheme = useProviderColorScheme({
    manager,
    defaultColorScheme: colorScheme,
    forceColorScheme: undefined,
    getRootElement,
  });
  const settings = { classNamesPrefix: "mantine", cssVariablesSelector: ":root", withStaticClasses: true };
  return (
    <MantineContext value={{ ...settings, ...scheme, getRootElement, getStyleNonce: () => ofDocument }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

const getRootElement = () => document.documentElement;

/** Client-side navigation receives the nonce of another request, but the policy of the document stays the same. */
function documentNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;
}
