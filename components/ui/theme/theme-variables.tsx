"use client";

import { variablesText } from "./variables-text";

// Unreachable in the browser, so that its build omits the code.
const text = typeof window === "undefined" ? variablesText() : "";

/** The theme as CSS variables. Only the server computes them: the browser keeps the text of the document. */
export function ThemeVariables({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant style, which React would escape.
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
