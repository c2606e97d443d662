"use client";

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Hash } from "@/components/ui/values/identifiers";
import { JsonView } from "@/components/ui/values/json-view";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { InclusionProof } from "@/lib/domains/audit-chain/schemas-proofs";
import { countedText, countText } from "@/lib/platform/client/format";
import { common } from "../texts/common";
import { eventProofs as texts } from "../texts/event";
import { PathDrawing } from "./path-drawing";
import { recomputePath } from "./recompute";

interface ProofViewProps {
  proof: InclusionProof;
  blockHash: string;
}

/** An inclusion proof: its values, its path as a drawing, and its JSON. */
export function ProofView({ proof, blockHash }: ProofViewProps) {
  const { checkpoint, treeSize, leafIndex, hashes } = proof;
  const { data: computed } = useQuery({
    queryKey: ["recomputed-path", blockHash, proof],
    queryFn: async () => (await recomputePath(proof, blockHash)) ?? null,
  });
  return (
    <>
      <KeyValue
        rows={[
          [texts.leafIndex, countText(leafIndex)],
          [texts.treeSize, countedText(treeSize, "leaf", "leaves")],
          [texts.path, countedText(hashes.length, "hash", "hashes")],
          [texts.root, <Hash key="root" value={checkpoint?.rootHash} label={common.rootHash} />],
          [common.signed, <Time key="signed" value={checkpoint?.issuedAt} />],
        ]}
      />
      {computed !== undefined && (
        <>
          <Text inherit mt="sm">
            <PathResult root={computed?.at(-1)} expected={checkpoint?.rootHash} />
          </Text>
          {computed && <PathDrawing proof={proof} computed={computed} />}
        </>
      )}
      <JsonView value={proof} label={texts.inclusionProof} openLevels={1} />
    </>
  );
}

/** Compares the root that this browser computed with the root of the checkpoint. */
function PathResult({ root, expected }: { root: string | undefined; expected: string | undefined }) {
  const isMatch = root !== undefined && root === expected;
  return (
    <>
      <StatusBadge kind="verification" value={isMatch ? "ok" : expected === undefined ? "not_verified" : "failed"} />{" "}
      {isMatch ? texts.pathMatches : expected === undefined ? texts.noCheckpoint : texts.pathMismatch}
    </>
  );
}
