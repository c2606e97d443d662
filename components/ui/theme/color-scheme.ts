import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

export const colorSchemeCookie = "color-scheme";
const aYearInSeconds = 365 * 86_400;

/** What a reader chose, from the value of the cookie; who never chose follows their system. */
export function colorSchemeFrom(value: string | undefined): MantineColorScheme {
  return value === "light" || value === "dark" ? value : "auto";
}

/** The value of the cookie in a `Cookie` header or in `document.cookie`. */
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

/**
 * Keeps the choice in a cookie, not in the browser's storage: the server must know it to send the first paint in the right
 * colours. Other tabs are told, since a cookie changes without an event.
 */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined;
  return {
    get: (fallback) => (typeof document === "undefined" ? fallback : readColorScheme(document.cookie)),
    set: (scheme) => {
      const before = readColorScheme(document.cookie);
      write(scheme);
      if (before !== scheme) channel?.postMessage(scheme);
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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no TLS, and answers later.
  document.cookie = colorSchemeCookieText(scheme, window.location.protocol === "https:");
}
