"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { ErrorState } from "@/components/feedback/error-state";
import { Hash } from "@/components/values/hash";
import { JsonView } from "@/components/values/json-view";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import type { InclusionProof as Proof } from "@/lib/audit-chain/schemas-proofs";
import { countedText, countText } from "@/lib/client/format";
import styles from "./audit.module.css";

/** The proof that an event is in the tree that a signed checkpoint stands for, for whoever does not trust this page. */
export function InclusionProof({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false);
  const query = useQuery({
    queryKey: keys.audit.proof(id),
    queryFn: ({ signal }) => api.get<Proof>(`/v1/audit/${id}/proof`, undefined, { signal }),
    enabled: isAsked,
  });
  return (
    <section className={styles.section} aria-labelledby="proof">
      <h2 id="proof">Proof for others</h2>
      {!isAsked && (
        <>
          <p>That it stands in the tree which a signed checkpoint names (RFC 6962). It can be checked without us.</p>
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            Make the proof
          </Button>
        </>
      )}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <ProofView proof={query.data} />}
    </section>
  );
}

function ProofView({ proof }: { proof: Proof }) {
  const { checkpoint, treeSize, leafIndex, hashes } = proof;
  return (
    <>
      <KeyValue
        rows={[
          ["Leaf", `${countText(leafIndex)}, counted from 0`],
          ["Tree", countedText(treeSize, "leaf", "leaves")],
          ["Path", countedText(hashes.length, "hash", "hashes")],
          ["Root", <Hash key="root" value={checkpoint?.rootHash} label="root hash" />],
          ["Signed", <Time key="signed" value={checkpoint?.issuedAt} />],
        ]}
      />
      <JsonView value={proof} label="Inclusion proof" openLevels={1} />
    </>
  );
}
