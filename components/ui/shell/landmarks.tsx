import { shell as texts } from "@/components/ui/shell-texts";
import styles from "./skip-link.module.css";

/** The first focusable element of every page. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      {texts.skipToContent}
    </a>
  );
}

/** Mantine renders menus and dialogs in this element instead of at the end of the document, outside all landmarks. */
export function PortalTarget() {
  return <div data-portal="true" data-mantine-shared-portal-node="true" />;
}
