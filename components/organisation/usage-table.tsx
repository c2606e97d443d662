"use client";

import { Count } from "@/components/values/figures";
import type { OrganisationDetail } from "@/lib/organisations/schemas";
import styles from "./organisation.module.css";

/** How much of each limit is taken in this minute. */
export function UsageTable({ limits }: Pick<OrganisationDetail, "limits">) {
  return (
    <section className={styles.section} aria-labelledby="limits">
      <h2 id="limits">Requests in this minute</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Limits">
        <table className={styles.table}>
          <caption className={styles.hidden}>Requests in this minute by kind, and their limits</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col" data-align="right">
                Used
              </th>
              <th scope="col" data-align="right">
                Limit
              </th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {limits.map(({ endpointClass, limit, used }) => (
              <tr key={endpointClass}>
                <th scope="row">
                  <code>{endpointClass}</code>
                </th>
                <td data-align="right">
                  <Count value={used} />
                </td>
                <td data-align="right">
                  <Count value={limit} />
                </td>
                <td>
                  <span className={styles.track} aria-hidden="true">
                    <span
                      style={{ width: `${Math.min(100, (used / limit) * 100)}%` }}
                      data-near={used > limit * 0.8 || undefined}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
