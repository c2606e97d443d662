import styles from "./skip-link.module.css";

/** The first stop of the keyboard: past what every page begins with. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      Skip to content
    </a>
  );
}

/**
 * Where menus, dialogs and hints are put. Mantine takes an element that is marked so before it makes one at the end of the
 * document, which would be outside of all landmarks.
 */
export function FloatingRoom() {
  return <div data-portal="true" data-mantine-shared-portal-node="true" />;
}
