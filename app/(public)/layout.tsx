import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Logo } from "@/components/ui/brand/logo";
import { productName } from "@/components/ui/brand/product-name";
import { Link } from "@/components/ui/page/link";
import { PublicProviders } from "@/components/ui/page/public-providers";
import { PortalTarget, SkipLink } from "@/components/ui/shell/landmarks";
import { documentSettings } from "@/components/ui/theme/document-settings";
import styles from "./public.module.css";

export const metadata: Metadata = { title: { default: productName, template: `%s · ${productName}` } };

export default async function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <PublicProviders {...(await documentSettings())}>
      <div className={styles.frame}>
        <SkipLink />
        <header className={styles.header}>
          <Logo href="/" size="large" />
          <nav aria-label="Public pages" className={styles.links}>
            <a href="/docs">Documentation</a>
            <Link href="/verify">Verify a package</Link>
          </nav>
        </header>
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
          <PortalTarget />
        </main>
      </div>
    </PublicProviders>
  );
}
