import type { MantineColorScheme } from "@mantine/core";
import { cookies, headers } from "next/headers";
import { colorSchemeCookie, colorSchemeFrom } from "./color-scheme";

interface DocumentSettings {
  colorScheme: MantineColorScheme;
  /** The nonce of the content security policy. */
  nonce: string | undefined;
  /** The time of the request, in epoch milliseconds. */
  loadedAt: number;
}

export async function documentSettings(): Promise<DocumentSettings> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return {
    colorScheme: colorSchemeFrom(jar.get(colorSchemeCookie)?.value),
    nonce: sent.get("x-nonce") ?? undefined,
    loadedAt: Date.now(),
  };
}
