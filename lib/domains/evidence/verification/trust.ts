import { counted, enumerate, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import type { ChainPart } from "@/lib/domains/evidence/schemas-bundle";

const senders =
  "You have to trust the senders of events: that they recorded what happened, completely and correctly, with the right times.";
const keys =
  "You have to trust that the public keys are the service's. Compare them with keys that you obtained another way than with the package.";
const software =
  "You have to trust the software that verifies the package. You can use your own: the formats and formulas are published.";

const operator =
  "you have to trust the operator of the service: with the signing keys and the database, the operator could rewrite the chain before the package was generated, choose the times of receipt, or show other readers a different chain. Only a receipt or checkpoint that was saved earlier would reveal a rewrite of the events that it covers.";
const rewriting =
  "Then the operator cannot rewrite events that a cosigned checkpoint covers, or show a different chain to readers who require the same witnesses, without being detected. Witnesses do not check the content of events, the times of receipt, or events before they are cosigned.";

/** The trust assumptions of a package, which depend on the witnesses that cosigned its checkpoint. */
export function trustSentences(attestations: ChainPart["attestations"]): string[] {
  return [senders, keys, operatorSentence(attestations), software];
}

/** The trust assumptions of any package. */
export const generalTrustSentences: readonly string[] = [
  senders,
  keys,
  `If no independent witness cosigned the chain, ${operator}`,
  `If witnesses cosigned it, you have to trust that their keys are genuine and that at least one of them does not collude with the operator of the service. ${rewriting}`,
  software,
];

/** How far the chain depends on its operator. */
export function operatorSentence(attestations: ChainPart["attestations"]): string {
  const names = [...new Set(attestations?.cosignatures.map(({ witness }) => witness))];
  if (names.length === 0) return `No independent witness cosigned the chain for this package: ${operator}`;
  const honest = names.length === 1 ? "this witness does not collude" : "at least one of them does not collude";
  return `${sentenceCase(counted(names.length, "witness", "witnesses"))} cosigned the checkpoint: ${enumerate(names)}. You have to trust that their keys are genuine and that ${honest} with the operator of the service. ${rewriting}`;
}
