import type { Metadata } from "next";
import type { ReactNode } from "react";
import { FloatingRoom, SkipLink } from "@/components/app/landmarks";
import { Link } from "@/components/app/link";
import { PublicProviders } from "@/components/app/public-providers";
import { NamePlate } from "@/components/brand/name-plate";
import { productName } from "@/components/brand/product-name";
import { documentSettings } from "@/components/theme/document-settings";
import styles from "./public.module.css";

export const metadata: Metadata = { title: { default: productName, template: `%s · ${productName}` } };

export default async function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <PublicProviders {...(await documentSettings())}>
      <div className={styles.frame}>
        <SkipLink />
        <header className={styles.header}>
          <NamePlate href="/" size="large" />
          <nav aria-label="Public pages" className={styles.links}>
            <a href="/docs">Documentation</a>
            <Link href="/verify">Verify a package</Link>
          </nav>
        </header>
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
          <FloatingRoom />
        </main>
      </div>
    </PublicProviders>
  );
}
