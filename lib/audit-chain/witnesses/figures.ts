import { Counter } from "prom-client";
import { metrics } from "@/lib/metrics";
import { singleton } from "@/lib/singleton";

/** Metrics of what others state about checkpoints, registered at their first use. */
export function witnessFigures() {
  return singleton("witness-figures", () => {
    const registers = [metrics().registry];
    return {
      submissions: new Counter({
        name: "gas_checkpoint_submissions_total",
        help: "Checkpoints submitted to a witness, by outcome: cosigned, refused, ahead, rejected or unreachable.",
        labelNames: ["witness", "outcome"] as const,
        registers,
      }),
      timestamps: new Counter({
        name: "gas_checkpoint_timestamps_total",
        help: "Timestamps requested for checkpoints, by outcome: stored or failed.",
        labelNames: ["outcome"] as const,
        registers,
      }),
    };
  });
}
