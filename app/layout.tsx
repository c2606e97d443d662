import { ColorSchemeScript } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { productName } from "@/components/ui/brand/product-name";
import { earlyClicksScript } from "@/components/ui/page/early-clicks";
import { documentSettings } from "@/components/ui/theme/document-settings";
import { fontVariables } from "@/components/ui/theme/fonts";
import { ThemeVariables } from "@/components/ui/theme/theme-variables";
import "@/components/ui/theme/tokens.css";
import "./globals.css";

export const metadata: Metadata = {
  applicationName: productName,
  description: "Tamper-evident audit trail, shadow AI detection and regulator-ready evidence for AI models.",
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { colorScheme, nonce } = await documentSettings();
  // For the system's colour scheme, the script sets the attribute before the first paint.
  const chosen = colorScheme === "auto" ? undefined : colorScheme;
  return (
    <html
      lang="en"
      className={fontVariables}
      data-mantine-color-scheme={chosen}
      data-respect-reduced-motion="true"
      suppressHydrationWarning
    >
      <head>
        <ThemeVariables nonce={nonce} />
        {!chosen && <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, which React would escape. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyClicksScript }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
