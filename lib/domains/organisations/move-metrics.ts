import { pool } from "@/lib/platform/database/db";
import { databaseGauges } from "@/lib/platform/telemetry/database-gauges";

interface MoveFigures {
  closing: number;
  stopped: number;
  arriving: number;
}

/** Registers the metric of organisations that move between installations, read from the database. */
export function moveMetrics(): void {
  databaseGauges(readMoveFigures, "could not read metrics of organisation moves", [
    {
      name: "gas_organisation_move_seconds",
      help: "Age in seconds of the oldest unfinished move of an organisation by state: closing or stopped (the source rejects writes), or arriving (at the target). 0 without such a move.",
      of: ["closing", "stopped", "arriving"],
    },
  ]);
}

/** Reads how long an organisation has been in each state of a move, for the one that entered the state first. */
export async function readMoveFigures(): Promise<MoveFigures> {
  const age = (state: string) =>
    `coalesce(extract(epoch FROM now() - min(changed_at) FILTER (WHERE state = '${state.toUpperCase()}')), 0)::float AS ${state}`;
  const { rows } = await pool().query<MoveFigures>({
    name: "move-figures",
    text: `SELECT ${["closing", "stopped", "arriving"].map(age).join(", ")} FROM organisation_moves`,
  });
  const [figures] = rows;
  if (!figures) throw new Error("the query returned no row");
  return figures;
}
