"use client";

import { variablesText } from "./variables-text";

// Runs only on the server, so browser builds omit the code. The browser reads the text that the server rendered.
const id = "theme-variables";
const text = typeof window === "undefined" ? variablesText() : (document.getElementById(id)?.textContent ?? "");

/** The theme as CSS variables, which only the server computes. */
export function ThemeVariables({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant style, which React would escape.
  return <style id={id} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
