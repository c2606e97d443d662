import { counted, enumerate, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import type { ChainPart } from "@/lib/domains/evidence/schemas-bundle";

const senders = "You have to trust that the senders recorded events completely and correctly, with the correct times.";
const keys =
  "You have to trust that the public keys belong to the service. Compare them with keys that you obtained independently of the package.";
const software =
  "You have to trust the software that verifies the package. You can write your own, because the formats and algorithms are published.";

const operator =
  "you have to trust the operator of the service. With the signing keys and the database, the operator could rewrite the chain before the package was generated, choose the times of receipt, or show other readers a different chain. Only a receipt or checkpoint saved before a rewrite would reveal it, and only for the events that it covers.";
const rewriting =
  "The operator then cannot rewrite events that a cosigned checkpoint covers, or show a different chain to readers who require the same witnesses, without being detected. Witnesses do not check the content of events, their times of receipt, or events that are not yet cosigned.";

/** The trust assumptions of a package, which depend on the witnesses that cosigned its checkpoint. */
export function trustSentences(attestations: ChainPart["attestations"]): string[] {
  return [senders, keys, operatorSentence(attestations), software];
}

/** The trust assumptions of any package. */
export const generalTrustSentences: readonly string[] = [
  senders,
  keys,
  `If no independent witness cosigned the chain, ${operator}`,
  `If witnesses cosigned the chain, you have to trust that their keys are genuine and that at least one of them does not collude with the operator of the service. ${rewriting}`,
  software,
];

/** How far the chain depends on its operator. */
export function operatorSentence(attestations: ChainPart["attestations"]): string {
  const names = [...new Set(attestations?.cosignatures.map(({ witness }) => witness))];
  if (names.length === 0) return `No independent witness cosigned the chain for this package, so ${operator}`;
  const honest = names.length === 1 ? "this witness does not collude" : "at least one of them does not collude";
  return `${sentenceCase(counted(names.length, "witness", "witnesses"))} cosigned the checkpoint: ${enumerate(names)}. You have to trust that their keys are genuine and that ${honest} with the operator of the service. ${rewriting}`;
}
