"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiError, api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { CopyButton } from "@/components/values/copy-button";
import { Hash } from "@/components/values/hash";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import type { Checkpoint } from "@/lib/audit-chain/schemas-proofs";
import { countText } from "@/lib/client/format";
import styles from "./audit.module.css";

/** The newest signed state of the chain: who keeps it outside can hold the service to it for ever. */
export function LastCheckpoint() {
  const query = useQuery({
    queryKey: keys.checkpoints.latest(),
    queryFn: ({ signal }) => api.get<Checkpoint>("/v1/audit/checkpoint", undefined, { signal }),
    retry: false,
  });
  const isNone = query.error instanceof ApiError && [404, 409].includes(query.error.status);
  return (
    <section className={styles.section} aria-labelledby="checkpoint">
      <h2 id="checkpoint">Last checkpoint</h2>
      {query.isPending && <Skeletons.Rows count={5} label="the checkpoint" />}
      {isNone && <p>There is nothing to sign yet: the chain is empty.</p>}
      {query.error && !isNone && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Signed checkpoint={query.data} />}
    </section>
  );
}

function Signed({ checkpoint }: { checkpoint: Checkpoint }) {
  const { size, issuedAt, headHash, rootHash, previousCheckpointHash, keyId } = checkpoint;
  return (
    <>
      <KeyValue
        rows={[
          ["Events", countText(size)],
          ["Signed", <Time key="issued" value={issuedAt} />],
          ["Head", <Hash key="head" value={headHash} label="head hash" />],
          ["Tree", <Hash key="root" value={rootHash} label="root hash" />],
          ["The one before", <Hash key="previous" value={previousCheckpointHash} label="checkpoint hash" />],
          [
            "Key",
            <a key="key" href={`/v1/verify/keys/${keyId}.pem`}>
              {keyId}
            </a>,
          ],
        ]}
      />
      <p className={styles.result}>
        Keep it outside: <CopyButton value={JSON.stringify(checkpoint)} label="checkpoint" />
      </p>
    </>
  );
}
