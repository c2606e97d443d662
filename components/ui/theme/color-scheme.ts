import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

export const colorSchemeCookie = "color-scheme";
const aYearInSeconds = 365 * 86_400;

/** The colour scheme of a cookie value. Default: the system's. */
export function colorSchemeFrom(value: string | undefined): MantineColorScheme {
  return value === "light" || value === "dark" ? value : "auto";
}

/** The colour scheme in a `Cookie` header or `document.cookie`. */
export function readColorScheme(cookies: string): MantineColorScheme {
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim().split("="))
    .find(([name]) => name === colorSchemeCookie)?.[1];
  return colorSchemeFrom(value);
}

export function colorSchemeCookieText(scheme: MantineColorScheme, secure: boolean): string {
  return `${colorSchemeCookie}=${scheme}; Path=/; Max-Age=${aYearInSeconds}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Stores the colour scheme in a cookie, so that the server renders the right colours, and notifies other tabs. */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined;
  return {
    get: (fallback) => (typeof document === "undefined" ? fallback : readColorScheme(document.cookie)),
    set: (scheme) => {
      const previous = readColorScheme(document.cookie);
      write(scheme);
      if (previous !== scheme) channel?.postMessage(scheme);
    },
    subscribe: (onUpdate) => {
      channel ??= new BroadcastChannel(colorSchemeCookie);
      channel.onmessage = ({ data }) => onUpdate(colorSchemeFrom(data));
    },
    unsubscribe: () => {
      channel?.close();
      channel = undefined;
    },
    clear: () => write("auto"),
  };
}

function write(scheme: MantineColorScheme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs TLS and is asynchronous.
  document.cookie = colorSchemeCookieText(scheme, window.location.protocol === "https:");
}
