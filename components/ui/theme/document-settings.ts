import type { MantineColorScheme } from "@mantine/core";
import { cookies, headers } from "next/headers";
import { colorSchemeCookie, colorSchemeFrom } from "./color-scheme";

interface DocumentSettings {
  colorScheme: MantineColorScheme;
  /** Of the request's content security policy; there is none while developing without one. */
  nonce: string | undefined;
}

/** What a document is sent with: the colours that its reader chose, and the nonce that its scripts and styles need. */
export async function documentSettings(): Promise<DocumentSettings> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return {
    colorScheme: colorSchemeFrom(jar.get(colorSchemeCookie)?.value),
    nonce: sent.get("x-nonce") ?? undefined,
  };
}
