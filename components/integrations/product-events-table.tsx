import { wordsOf } from "@/lib/client/format";
import type { IntegrationKind } from "@/lib/integrations/vocabulary";
import styles from "./integrations.module.css";
import { productEvents } from "./product-events";

/** What becomes an event of a product, as a table. */
export function ProductEvents({ kind }: { kind: IntegrationKind }) {
  return (
    <section className={styles.section} aria-labelledby="product-events">
      <h2 id="product-events">What becomes an event</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Event</th>
          </tr>
        </thead>
        <tbody>
          {productEvents[kind].map(({ what, becomes }) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{becomes === null ? <span className={styles.quiet}>None</span> : wordsOf(becomes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>
        Everything else only shows that the connection is alive. Titles, descriptions, comments, names and addresses
        stay outside the chain.
      </p>
    </section>
  );
}
